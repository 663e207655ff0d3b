/* The page of a knowledge graph: drawing, labels, panel, search and filter. All text is set as text, never as markup. */
"use strict";
(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const byId = (id) => document.getElementById(id);
  const { nodes, edges, sentences } = read("data");
  const drawing = read("drawing");
  const options = read("options");

  const KINDS = {
    Paper: ["paper", "papers"], Model: ["model", "models"], Dataset: ["dataset", "datasets"], Method: ["method", "methods"],
    Task: ["task", "tasks"], Metric: ["metric", "metrics"], Keyword: ["keyword", "keywords"], Topic: ["topic", "topics"],
    Person: ["person", "people"], Venue: ["venue", "venues"],
  };
  const ENTITIES = new Set(["Model", "Dataset", "Method", "Task", "Metric"]);
  const HIDDEN_AT_FIRST = new Set(["Person", "Venue"]);
  /* relation: the words from source to target, the words from target to source, the words in a sentence */
  const RELATIONS = {
    proposes: ["Proposes", "Proposed by", "proposes"],
    uses: ["Uses", "Used by", "uses"],
    studies: ["Studies", "Studied by", "studies"],
    comparesAgainst: ["Compares against", "Compared against by", "compares against"],
    mentionsInPassing: ["Mentions in passing", "Mentioned in passing by", "mentions in passing"],
    usedFor: ["Used for", "What is used for it", "is used for"],
    partOf: ["Part of", "Its parts", "is part of"],
    kindOf: ["Kind of", "Its kinds", "is a kind of"],
    basedOn: ["Based on", "What is based on it", "is based on"],
    trainedOn: ["Trained on", "What is trained on it", "is trained on"],
    evaluatedOn: ["Evaluated on", "What is evaluated on it", "is evaluated on"],
    benchmarkFor: ["Benchmark for", "Its benchmarks", "is a benchmark for"],
    measuredBy: ["Measured by", "What it measures", "is measured by"],
    comparedWith: ["Compared with", "Compared with", "is compared with"],
    sameNameAs: ["Same name, other type", "Same name, other type", "has the same name as"],
    closeMatch: ["Entity of the same name", "Keyword of the same name", "has the same name as", "Same name, keyword"],
    authorKeyword: ["Keywords", "Papers with this keyword", "has the keyword"],
    hasTopic: ["Topics", "Papers on this topic", "is on the topic"],
    author: ["Authors", "Papers", "is by"],
    publishedIn: ["Published in", "Papers", "is published in"],
  };
  const ORDER = Object.keys(RELATIONS);
  /* outlines in a square from -1 to 1 */
  const SHAPES = {
    Paper: "M-.75-1H.3L.75-.55V1H-.75Z",
    Model: "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z",
    Dataset: "M-.88-.88H.88V.88H-.88Z",
    Method: "M0-1.15L1.15 0L0 1.15L-1.15 0Z",
    Task: "M0-1.1L1.15.9H-1.15Z",
    Metric: "M0-1.2L.32-.4L1.14-.37L.49.14L.71.97L0 .5L-.71.97L-.49.14L-1.14-.37L-.32-.4Z",
    Keyword: "M-1.1-.6H.4L1.1 0L.4.6H-1.1Z",
    Topic: "M1.05 0L.53.92H-.53L-1.05 0L-.53-.92H.53Z",
    Person: "M.45-.5A.45.45 0 1 1-.45-.5A.45.45 0 1 1 .45-.5ZM-.95 1A.95.9 0 0 1 .95 1Z",
    Venue: "M0 1.1L1.15-.9H-1.15Z",
  };
  const PATHS = Object.fromEntries(Object.entries(SHAPES).map(([kind, shape]) => [kind, new Path2D(shape)]));
  const number = new Intl.NumberFormat("en");
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  /* --- the graph: what is tied to what --- */

  const ties = nodes.map(() => []);
  const pairs = new Map();
  const pairKey = (a, b) => `${Math.min(a, b)}-${Math.max(a, b)}`;
  edges.forEach(([source, target, relation], edge) => {
    ties[source].push(edge);
    if (source !== target) ties[target].push(edge);
    const key = pairKey(source, target);
    if (!pairs.has(key)) pairs.set(key, []);
    pairs.get(key).push(edge);
  });
  const numberOf = new Map(nodes.map((node, i) => [node.id, i]));
  const weight = (i) => (nodes[i].kind === "Paper" ? 1.5 : (nodes[i].papers || 0) * (ENTITIES.has(nodes[i].kind) && !nodes[i].generic ? 1 : 0.4));
  const byWeight = (a, b) => weight(b) - weight(a) || a - b;

  /* --- the drawing --- */

  const radius = (i) => {
    const { kind, papers = 0 } = nodes[i];
    if (kind === "Paper") return 11;
    return ENTITIES.has(kind) ? Math.min(7 + 3 * Math.sqrt(Math.max(papers - 1, 0)), 30) : 8;
  };
  const smallest = drawing.nodes.length > 600 ? 3 : 4.5; // on the screen, in pixels
  let colours = {};
  const readColours = () => {
    const style = getComputedStyle(document.documentElement);
    const names = ["text", "quiet", "ground", "accent", "edge", "edge-many", "edge-strong", ...Object.keys(KINDS)];
    colours = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    if (drawing.edges.length > 1500) colours.edge = colours["edge-many"];
    options.edges.color = { color: colours.edge, highlight: colours["edge-strong"], hover: colours["edge-strong"], inherit: false };
  };

  const shown = { kinds: new Set(), relations: new Set(ORDER), asked: new Set() };
  Object.keys(KINDS).forEach((kind) => { if (!HIDDEN_AT_FIRST.has(kind)) shown.kinds.add(kind); });
  let chosen = null; // a node
  let chosenPair = null; // the key of an edge
  let near = new Set(); // the chosen ones and their neighbours
  let pointed = null; // the node under the pointer
  let network;

  const paint = (i) => ({ ctx, x, y }) => {
    const size = Math.max(radius(i), smallest / network.getScale());
    const draw = () => {
      const { kind, generic } = nodes[i];
      ctx.save();
      if (near.size && !near.has(i)) ctx.globalAlpha = 0.22;
      ctx.translate(x, y);
      ctx.scale(size, size);
      ctx.lineJoin = "round";
      if (i === chosen || i === pointed) {
        ctx.strokeStyle = colours.accent;
        ctx.lineWidth = 0.9;
        ctx.stroke(PATHS[kind]);
      }
      ctx.fillStyle = kind === "Paper" || generic ? colours.ground : colours[kind];
      ctx.strokeStyle = kind === "Paper" || generic ? colours[kind] : colours.ground;
      ctx.lineWidth = kind === "Paper" || generic ? 0.28 : 0.14;
      ctx.fill(PATHS[kind]);
      ctx.stroke(PATHS[kind]);
      ctx.restore();
    };
    return { drawNode: draw, nodeDimensions: { width: 2 * size, height: 2 * size } };
  };
  const asNode = ({ id, x, y }) => ({ id, x, y, size: radius(id), ctxRenderer: paint(id) });

  const visNodes = new vis.DataSet(drawing.nodes.map(asNode));
  const visEdges = new vis.DataSet(drawing.edges);
  const nodeView = new vis.DataView(visNodes, { filter: ({ id }) => shown.kinds.has(nodes[id].kind) || shown.asked.has(id) });
  const edgeView = new vis.DataView(visEdges, { filter: ({ id }) => pairs.get(id).some((edge) => shown.relations.has(edges[edge][2])) });

  /* Labels: as many as have room, the most important first, always the same size on the screen; each below, above or
     beside its symbol, where it covers no other label and, but for the most important, no other symbol. */
  const FONT = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'Liberation Sans', sans-serif";
  const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
  const shorten = (text, most) => {
    const letters = Array.from(text.replace(INVISIBLE, " "));
    return letters.length > most ? `${letters.slice(0, most - 1).join("").trimEnd()}…` : letters.join("");
  };
  const widths = new Map();
  let ranked = [];
  const rankLabels = () => { ranked = nodeView.getIds().sort(byWeight); };
  const CELL = 32;
  const cellsOf = ([left, top, right, bottom]) => {
    const cells = [];
    for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column += 1) {
      for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row += 1) cells.push(`${column},${row}`);
    }
    return cells;
  };
  const overlap = (one, other) => one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
  const symbolsOnScreen = (scale, width, height) => {
    const positions = network.getPositions(ranked);
    const spots = new Map();
    const cells = new Map();
    for (const i of ranked) {
      if (!positions[i]) continue; // filtered away since the ranking
      const { x, y } = network.canvasToDOM(positions[i]);
      if (x < -80 || y < -20 || x > width + 80 || y > height + 20) continue;
      const half = Math.max(radius(i) * scale, smallest);
      const box = [x - half, y - half, x + half, y + half];
      spots.set(i, { x, y, half, box });
      cellsOf(box).forEach((cell) => cells.set(cell, [...(cells.get(cell) || []), i]));
    }
    return [spots, cells];
  };
  const drawLabels = (ctx) => {
    const { clientWidth: width, clientHeight: height } = byId("network");
    const [spots, cells] = symbolsOnScreen(network.getScale(), width, height);
    const most = Math.max(12, (width * height) / 11000);
    const tolerated = smallest < 4 ? 9 : 4; // how many symbols an important label may cover
    const taken = [];
    const covered = (i, box) => {
      const under = new Set(cellsOf(box).flatMap((cell) => cells.get(cell) || []));
      under.delete(i);
      return [...under].filter((other) => overlap(box, spots.get(other).box)).length;
    };
    const label = (i, { always = false, allowed = 0, longest = 34 } = {}) => {
      if (!spots.has(i)) return;
      const { x, y, half } = spots.get(i);
      const font = `${nodes[i].kind === "Paper" ? "italic " : ""}${i === chosen ? "600 " : ""}12px ${FONT}`;
      const text = shorten(nodes[i].label, longest);
      const key = font + text;
      ctx.font = font;
      if (!widths.has(key)) widths.set(key, ctx.measureText(text).width);
      const long = widths.get(key);
      const lefts = [[x - long / 2, y + half + 2], [x - long / 2, y - half - 15], [x + half + 4, y - 7], [x - half - long - 4, y - 7]];
      const places = lefts.map(([left, top]) => [left - 2, top, left + long + 2, top + 13])
        .filter((box) => always || (box[0] >= 0 && box[2] <= width && !taken.some((other) => overlap(box, other))))
        .map((box) => [covered(i, box), box])
        .sort(([one], [other]) => one - other);
      if (!places.length || (!always && places[0][0] > allowed)) return;
      const [left, top] = places[0][1];
      taken.push(places[0][1]);
      ctx.globalAlpha = near.size && !near.has(i) ? 0.35 : 1;
      ctx.strokeStyle = colours.ground;
      ctx.fillStyle = ENTITIES.has(nodes[i].kind) ? colours.text : colours.quiet;
      ctx.strokeText(text, left + 2, top);
      ctx.fillText(text, left + 2, top);
    };
    ctx.save();
    const ratio = ctx.canvas.width / width;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.textBaseline = "top";
    ctx.lineWidth = 3;
    ctx.lineJoin = "round";
    if (pointed !== null) label(pointed, { always: true, longest: 90 });
    if (chosen !== null && chosen !== pointed) label(chosen, { always: true, longest: 60 });
    const others = ranked.filter((i) => i !== pointed && i !== chosen);
    for (const i of others.filter((one) => near.has(one))) if (taken.length < most) label(i, { allowed: tolerated });
    others.filter((one) => !near.has(one)).forEach((i, rank) => { if (taken.length < most) label(i, { allowed: rank < most / 2 ? tolerated : 0 }); });
    ctx.restore();
  };

  /* --- small pieces of the page --- */

  const element = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };
  const icon = (kind, generic = false) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const hollow = generic || kind === "Paper";
    svg.setAttribute("class", "icon");
    svg.setAttribute("viewBox", "-1.3 -1.3 2.6 2.6");
    svg.setAttribute("aria-hidden", "true");
    path.setAttribute("d", SHAPES[kind]);
    path.setAttribute("fill", hollow ? "none" : `var(--${kind})`);
    path.setAttribute("stroke", hollow ? `var(--${kind})` : "none");
    path.setAttribute("stroke-width", ".28");
    svg.append(path);
    return svg;
  };
  const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
  const amount = (count, kind) => `${number.format(count)} ${KINDS[kind][count === 1 ? 0 : 1]}`;
  const list = (parts) => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`);
  const name = (i) => element("bdi", { textContent: nodes[i].label });
  const nodeButton = (i, ...more) => {
    const button = element("button", { type: "button", className: "name" }, icon(nodes[i].kind, nodes[i].generic), name(i), ...more);
    button.addEventListener("click", () => go(i));
    return button;
  };
  const rows = (items, make, first = 8) => {
    const holder = element("ul");
    const add = (some) => holder.append(...some.map((item) => element("li", {}, make(item))));
    add(items.slice(0, first));
    if (items.length <= first) return [holder];
    const more = element("button", { type: "button", className: "more", textContent: `Show all ${number.format(items.length)}` });
    more.addEventListener("click", () => {
      const next = holder.children.length;
      add(items.slice(first));
      more.remove();
      holder.children[next].querySelector("button").focus();
    });
    return [holder, more];
  };
  const link = ([text, address]) => {
    let url;
    try { url = new URL(address); } catch { return null; }
    if (url.protocol !== "https:" && url.protocol !== "http:") return null;
    return element("a", { textContent: text, href: url.href, target: "_blank", rel: "noopener noreferrer" });
  };
  const heading = (text, count) =>
    element("h3", {}, text, ...(count === undefined ? [] : [" ", element("span", { className: "amount", textContent: number.format(count) })]));

  /* --- the panel --- */

  const panel = byId("panel");
  const showPanel = (...children) => {
    panel.replaceChildren(...children.flat().filter(Boolean));
    panel.scrollTop = 0;
  };

  const overview = () => {
    const front = Object.keys(KINDS).filter((kind) => drawing.total[kind] && !HIDDEN_AT_FIRST.has(kind));
    const sum = (counts) => front.reduce((total, kind) => total + (counts[kind] || 0), 0);
    const [drawn, all] = [sum(drawing.drawnKinds), sum(drawing.total)];
    const notes = [];
    if (drawn < all) {
      notes.push(`Drawn are ${number.format(drawn)} of ${number.format(all)} papers, entities and keywords: the entities that most papers name, and ` +
        "papers that name them. Search finds the others and adds them to the drawing.");
    } else if (nodes.length) {
      notes.push(`Drawn is the whole graph: ${list(front.map((kind) => amount(drawing.total[kind], kind)))}.`);
    }
    const hidden = [...HIDDEN_AT_FIRST].filter((kind) => drawing.drawnKinds[kind]).map((kind) => KINDS[kind][1]);
    if (hidden.length) notes.push(`${capital(list(hidden))} can be switched on in the legend.`);
    const out = Object.keys(drawing.leftOut);
    if (out.length) notes.push(`For want of room this page leaves out ${list(out.map((kind) => amount(drawing.leftOut[kind], kind)))}; the graph itself has them.`);
    if (drawing.sentencesLeftOut) notes.push("Not every sentence that serves as evidence had room here.");
    if (nodes.length) notes.push("Click a symbol for what it is and which papers speak of it, a line for what they say.");
    else notes.push("This graph is empty: no papers were read, or nothing was found in them.");
    const tops = ["Task", "Method", "Model", "Dataset", "Metric"].flatMap((kind) => {
      const most = nodes.map((_, i) => i).filter((i) => nodes[i].kind === kind && !nodes[i].generic).sort(byWeight);
      if (!most.length) return [];
      const make = (i) => element("div", { className: "row" }, nodeButton(i, element("span", { className: "amount", textContent: number.format(nodes[i].papers || 0) })));
      return [heading(`${capital(KINDS[kind][1])} in most papers`), ...rows(most.slice(0, 5), make)];
    });
    showPanel(element("h2", { className: "title", textContent: "Overview" }), notes.map((text) => element("p", { className: "note", textContent: text })), tops);
  };

  const why = (a, b, count, words) => {
    const text = count > 1 ? amount(count, "Paper") : "why";
    const button = element("button", { type: "button", className: "why", textContent: text });
    button.setAttribute("aria-label", `Who says so: ${words}`);
    button.addEventListener("click", () => showPair(pairKey(a, b), true));
    return button;
  };

  const authorLine = (authors) => {
    const line = element("p", { className: "quiet" });
    authors.forEach(([printed, person], position) => {
      if (position) line.append(", ");
      const text = element("bdi", { textContent: printed });
      if (person === undefined) return line.append(text);
      const button = element("button", { type: "button", className: "link" }, text);
      button.addEventListener("click", () => go(person));
      return line.append(button);
    });
    return line;
  };

  const relationLists = (i) => {
    const groups = new Map();
    ties[i].forEach((edge) => {
      const [source, target, relation] = edges[edge];
      if (relation === "author" && nodes[i].authors) return;
      const words = RELATIONS[relation] ? RELATIONS[relation][source === i ? 0 : 1] : relation;
      if (!groups.has(words)) groups.set(words, { rank: ORDER.indexOf(relation), items: [] });
      groups.get(words).items.push([source === i ? target : source, edge]);
    });
    const compare = ([a], [b]) => (nodes[b].year || 0) - (nodes[a].year || 0) || byWeight(a, b);
    return [...groups].sort((a, b) => a[1].rank - b[1].rank).flatMap(([words, { items }]) => {
      const make = ([other, edge]) => {
        const [, , , ...said] = edges[edge];
        const year = nodes[other].year ? [element("span", { className: "amount", textContent: nodes[other].year })] : [];
        return element("div", { className: "row" }, nodeButton(other, ...year),
          ...(said.length ? [why(i, other, said.length, `${words} ${nodes[other].label}`)] : []));
      };
      return [heading(words, items.length), ...rows(items.sort(compare), make)];
    });
  };

  const showNode = (i) => {
    const node = nodes[i];
    const kind = capital(KINDS[node.kind][0]);
    const about = [node.generic ? `${kind}, a general class` : kind, node.year, node.kind !== "Paper" && node.papers ? `in ${amount(node.papers, "Paper")}` : ""];
    const links = (node.links || []).map(link).filter(Boolean);
    showPanel(
      back(),
      element("p", { className: "kind" }, icon(node.kind, node.generic), about.filter(Boolean).join(" · ")),
      element("h2", { className: "title" }, name(i)),
      node.untitled ? element("p", { className: "note", textContent: "The source gives no title; these are the first words of the abstract." }) : null,
      node.authors ? authorLine(node.authors) : null,
      node.names ? element("p", { className: "quiet" }, "Also: ", ...node.names.flatMap((other, at) => [at ? "; " : "", element("bdi", { textContent: other })])) : null,
      links.length ? element("p", {}, ...links.flatMap((one, at) => [at ? " · " : "", one])) : null,
      visNodes.get(i) ? null : element("p", { className: "note", textContent: "Not in the drawing." }),
      relationLists(i),
    );
  };

  const statement = (edge) => {
    const [source, target, relation, ...said] = edges[edge];
    const words = RELATIONS[relation] ? RELATIONS[relation][2] : relation;
    const papers = said.map(([paper, score, ...evidence]) => element("li", {},
      element("div", { className: "row" }, nodeButton(paper, element("span", { className: "amount", textContent: [nodes[paper].year, score === null ? "" : score.toFixed(2)].filter(Boolean).join(" · ") }))),
      ...evidence.map((sentence) => element("blockquote", { dir: "auto", textContent: sentences[sentence] }))));
    return [
      element("p", {}, name(source), element("span", { className: "quiet", textContent: ` ${words} ` }), name(target)),
      papers.length ? element("p", { className: "note", textContent: `Said by ${amount(papers.length, "Paper")}, with the extractor's score:` }) : null,
      papers.length ? element("ul", {}, ...papers) : null,
    ];
  };

  const showPair = (key, fly = false) => {
    const [a, b] = key.split("-").map(Number);
    chosen = null;
    chosenPair = key;
    near = new Set([a, b]);
    const both = element("ul", {}, ...[a, b].map((i) => element("li", {}, element("div", { className: "row" }, nodeButton(i)))));
    showPanel(back(), element("h2", { className: "title", textContent: "Who says so" }), both, pairs.get(key).flatMap((edge) => [heading(RELATIONS[edges[edge][2]]?.[0] ?? edges[edge][2]), ...statement(edge)]));
    network.unselectAll();
    if (edgeView.get(key)) network.selectEdges([key]);
    if (fly && nodeView.get(a) && nodeView.get(b)) network.fit({ nodes: [a, b], maxZoomLevel: 1.2, animation: motion() });
    document.body.dataset.sheet = "panel";
    reflectSheet();
    network.redraw();
  };

  const back = () => {
    const button = element("button", { type: "button", className: "link", textContent: "Overview" });
    button.addEventListener("click", () => { clear(); panel.querySelector("button")?.focus(); });
    return element("p", { className: "note" }, button);
  };

  /* --- choosing: the address's fragment says what is chosen, so that links and the browser's way back work --- */

  const motion = () => (still.matches ? false : { duration: 450, easingFunction: "easeInOutQuad" });
  let flying = true; // whether the view goes to what is chosen next
  const go = (i) => {
    choose(i);
    location.hash = `#${encodeURIComponent(nodes[i].id)}`;
  };
  const clear = () => {
    reset();
    if (location.hash) location.hash = "";
  };
  const reset = () => {
    chosen = chosenPair = null;
    near = new Set();
    network.unselectAll();
    overview();
    network.redraw();
  };
  const follow = () => {
    let id = "";
    try { id = decodeURIComponent(location.hash.slice(1)); } catch { /* not one of ours */ }
    const i = numberOf.get(id);
    if (i === undefined && (chosen !== null || chosenPair !== null)) reset();
    else if (i !== undefined && i !== chosen) choose(i);
  };
  const choose = (i) => {
    addToDrawing(i);
    chosen = i;
    chosenPair = null;
    near = new Set([i, ...ties[i].flatMap((edge) => edges[edge].slice(0, 2))]);
    network.selectNodes([i]);
    showNode(i);
    document.body.dataset.sheet = "panel";
    reflectSheet();
    if (flying) network.focus(i, { scale: Math.min(Math.max(network.getScale(), 0.6), 1.2), animation: motion() });
    flying = true;
    byId("status").textContent = nodes[i].label;
    network.redraw();
  };

  /* A node that is not drawn, or whose kind is hidden, comes in beside its neighbours. */
  const addToDrawing = (i) => {
    if (!visNodes.get(i)) {
      const positions = network.getPositions(visNodes.getIds().filter((id) => nodeView.get(id)));
      const others = ties[i].map((edge) => edges[edge].slice(0, 2)).map(([a, b]) => (a === i ? b : a));
      const drawnOthers = others.filter((other) => positions[other]);
      const mean = (axis) => drawnOthers.reduce((sum, other) => sum + positions[other][axis], 0) / (drawnOthers.length || 1);
      const [x, y] = [mean("x"), mean("y")];
      const places = Object.values(positions);
      let spot = { x: Math.round(x), y: Math.round(y) };
      for (let step = 0; step < 4000 && places.some((p) => (p.x - spot.x) ** 2 + (p.y - spot.y) ** 2 < 1600); step += 1) {
        const [reach, angle] = [20 * Math.sqrt(step), step * 2.399963];
        spot = { x: Math.round(x + reach * Math.cos(angle)), y: Math.round(y + reach * Math.sin(angle)) };
      }
      shown.asked.add(i);
      visNodes.add(asNode({ id: i, ...spot }));
      const ids = new Set(others.filter((other) => visNodes.get(other)).map((other) => pairKey(i, other)));
      visEdges.add([...ids].filter((id) => !visEdges.get(id)).map((id) => ({ id, from: Number(id.split("-")[0]), to: Number(id.split("-")[1]) })));
    } else if (!nodeView.get(i)) {
      shown.asked.add(i);
      nodeView.refresh();
    }
    rankLabels();
  };

  /* --- the legend, which is the filter --- */

  const fillLegend = () => {
    const row = (set, key, symbol, words, count, after, all = count) => {
      const box = element("input", { type: "checkbox", checked: set.has(key), value: key });
      box.addEventListener("change", () => {
        if (box.checked) set.add(key);
        else set.delete(key);
        after();
        rankLabels();
        network.redraw();
      });
      const label = element("label", {}, box, ...symbol, words, element("span", { className: "amount", textContent: count < all ? `${number.format(count)} / ${number.format(all)}` : number.format(count) }));
      return element("li", {}, label);
    };
    const kinds = Object.keys(KINDS).filter((kind) => drawing.drawnKinds[kind]);
    byId("kinds").append(...kinds.map((kind) =>
      row(shown.kinds, kind, [icon(kind)], capital(KINDS[kind][1]), drawing.drawnKinds[kind], () => nodeView.refresh(), HIDDEN_AT_FIRST.has(kind) ? undefined : drawing.total[kind])));
    if (nodes.some((node) => node.generic)) byId("kinds").after(element("p", { className: "note", textContent: "Hollow: a general class, such as “language models”." }));
    const counts = new Map();
    drawing.edges.forEach(({ id }) => pairs.get(id).forEach((edge) => counts.set(edges[edge][2], (counts.get(edges[edge][2]) || 0) + 1)));
    const relations = [...ORDER.filter((relation) => counts.has(relation)), ...[...counts.keys()].filter((relation) => !RELATIONS[relation])];
    relations.forEach((relation) => shown.relations.add(relation));
    byId("relations").previousElementSibling.hidden = !relations.length;
    byId("relations").append(...relations.map((relation) =>
      row(shown.relations, relation, [], RELATIONS[relation]?.[3] ?? RELATIONS[relation]?.[0] ?? relation, counts.get(relation), () => edgeView.refresh())));
  };

  /* --- search --- */

  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const terms = nodes.map((node) => [node.label, node.title || "", ...(node.names || []), ...(node.kind === "Paper" ? [node.id] : [])].map(fold));
  const search = byId("search");
  const suggestions = byId("suggestions");
  let found = [];
  let active = -1;
  const grade = (term, query) => {
    const at = term.indexOf(query);
    if (at < 0) return 0;
    if (term === query) return 4;
    if (at === 0) return 3;
    return /[\p{L}\p{N}]/u.test(term[at - 1]) ? 1 : 2;
  };
  const closeSuggestions = () => {
    suggestions.hidden = true;
    active = -1;
    search.setAttribute("aria-expanded", "false");
    search.removeAttribute("aria-activedescendant");
  };
  const mark = (at) => {
    active = at;
    [...suggestions.children].forEach((item, position) => item.setAttribute("aria-selected", String(position === at)));
    if (at >= 0) {
      search.setAttribute("aria-activedescendant", `found-${at}`);
      suggestions.children[at].scrollIntoView({ block: "nearest" });
    } else search.removeAttribute("aria-activedescendant");
  };
  const take = (i) => {
    search.value = "";
    closeSuggestions();
    go(i);
  };
  const suggest = () => {
    const query = fold(search.value.trim());
    if (!query) return closeSuggestions();
    found = terms.map((all, i) => [Math.max(...all.map((term) => grade(term, query))), i]).filter(([best]) => best)
      .sort(([a, i], [b, j]) => b - a || ENTITIES.has(nodes[j].kind) - ENTITIES.has(nodes[i].kind) || byWeight(i, j)).slice(0, 12).map(([, i]) => i);
    suggestions.replaceChildren(...found.map((i, at) => {
      const note = [KINDS[nodes[i].kind][0], nodes[i].year, visNodes.get(i) ? "" : "not drawn"].filter(Boolean).join(" · ");
      const item = element("li", { id: `found-${at}` }, icon(nodes[i].kind, nodes[i].generic), name(i), element("span", { className: "amount", textContent: note }));
      item.setAttribute("role", "option");
      item.addEventListener("pointerdown", (event) => { event.preventDefault(); take(i); });
      return item;
    }));
    if (!found.length) {
      const none = element("li", { className: "quiet", textContent: "Nothing of that name in this graph." });
      none.setAttribute("role", "option");
      none.setAttribute("aria-disabled", "true");
      suggestions.append(none);
    }
    suggestions.hidden = false;
    search.setAttribute("aria-expanded", "true");
    return mark(found.length ? 0 : -1);
  };
  search.addEventListener("input", suggest);
  search.addEventListener("focus", suggest);
  search.addEventListener("blur", closeSuggestions);
  search.addEventListener("keydown", (event) => {
    if (suggestions.hidden) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (found.length) mark((active + (event.key === "ArrowDown" ? 1 : found.length - 1)) % found.length);
    } else if (event.key === "Enter" && found[active] !== undefined) {
      event.preventDefault();
      take(found[active]);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      closeSuggestions();
    }
  });

  /* --- sheets on small screens --- */

  const reflectSheet = () => {
    document.querySelectorAll(".sheets button").forEach((button) => button.setAttribute("aria-pressed", String(document.body.dataset.sheet === button.dataset.sheet)));
  };
  document.querySelectorAll(".sheets button").forEach((button) => button.addEventListener("click", () => {
    document.body.dataset.sheet = document.body.dataset.sheet === button.dataset.sheet ? "" : button.dataset.sheet;
    reflectSheet();
  }));

  /* --- begin --- */

  readColours();
  network = new vis.Network(byId("network"), { nodes: nodeView, edges: edgeView }, options);
  byId("network").querySelector(".vis-network").setAttribute("aria-label", "Drawing. The arrow keys move it, search reaches every node.");
  document.body.classList.toggle("empty", !nodes.length);
  rankLabels();
  fillLegend();
  const fitAll = (animation) => network.fit({ animation, maxZoomLevel: 1.5 });
  fitAll(false);
  network.on("afterDrawing", drawLabels);
  network.once("afterDrawing", () => {
    performance.mark("kg-drawn");
    document.documentElement.dataset.ready = "true";
  });
  network.on("click", ({ nodes: [node], edges: [edge] }) => {
    if (node !== undefined) {
      flying = false;
      go(node);
    } else if (edge !== undefined) showPair(edge);
    else if (chosen !== null || chosenPair !== null) clear();
  });
  network.on("hoverNode", ({ node }) => { pointed = node; byId("network").style.cursor = "pointer"; network.redraw(); });
  network.on("blurNode", () => { pointed = null; byId("network").style.cursor = ""; network.redraw(); });
  network.on("hoverEdge", () => { byId("network").style.cursor = "pointer"; });
  network.on("blurEdge", () => { byId("network").style.cursor = ""; });
  const zoom = (factor) => network.moveTo({ scale: network.getScale() * factor, animation: motion() });
  byId("zoom-in").addEventListener("click", () => zoom(1.5));
  byId("zoom-out").addEventListener("click", () => zoom(1 / 1.5));
  byId("fit").addEventListener("click", () => fitAll(motion()));
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !(event.target instanceof HTMLInputElement)) { event.preventDefault(); search.focus(); }
    if (event.key === "Escape" && (chosen !== null || chosenPair !== null)) clear();
  });
  addEventListener("hashchange", follow);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    readColours();
    network.setOptions({ edges: options.edges });
  });
  overview();
  if (location.hash) follow();
})();
