/* The page of a knowledge graph: drawing, panel, search and filter. All text is set as text, never as markup. */
"use strict";
(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const byId = (id) => document.getElementById(id);
  const { nodes, edges, sentences } = read("data");
  const drawing = read("drawing");
  const options = read("options");

  const KINDS = {
    Paper: ["paper", "papers"],
    Model: ["model", "models"],
    Dataset: ["dataset", "datasets"],
    Method: ["method", "methods"],
    Task: ["task", "tasks"],
    Metric: ["metric", "metrics"],
    Keyword: ["keyword", "keywords"],
    Topic: ["topic", "topics"],
    Person: ["person", "people"],
    Venue: ["venue", "venues"],
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
  const SAME_NAME = new Set(["sameNameAs", "closeMatch"]);
  /* how wide a line is; 1 for every other */
  const WIDTHS = { proposes: 2.5, mentionsInPassing: 0.6, authorKeyword: 0.6, author: 0.6, publishedIn: 0.6 };
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

  const ties = nodes.map(() => []); // node → edges
  const namedBy = nodes.map(() => []); // node → papers that point to it
  const pairs = new Map(); // the key of two nodes → edges between them
  const pairKey = (a, b) => `${Math.min(a, b)}-${Math.max(a, b)}`;
  const ends = (key) => key.split("-").map(Number);
  edges.forEach(([source, target], edge) => {
    ties[source].push(edge);
    if (source !== target) ties[target].push(edge);
    if (nodes[source].kind === "Paper" && namedBy[target].at(-1) !== source) namedBy[target].push(source);
    const key = pairKey(source, target);
    if (pairs.has(key)) pairs.get(key).push(edge);
    else pairs.set(key, [edge]);
  });
  const otherEnd = (edge, i) => (edges[edge][0] === i ? edges[edge][1] : edges[edge][0]);
  const numberOf = new Map(nodes.map((node, i) => [node.id, i]));

  /* --- the filter --- */

  const yearsOf = (papers) => {
    const counts = new Map();
    papers.forEach((paper) => {
      if (nodes[paper].year) counts.set(nodes[paper].year, (counts.get(nodes[paper].year) || 0) + 1);
    });
    return counts;
  };
  const papersByYear = yearsOf(nodes.flatMap((node, i) => (node.kind === "Paper" ? [i] : [])));
  const FIRST = Math.min(...papersByYear.keys());
  const LAST = Math.max(...papersByYear.keys());
  const drawnKinds = Object.keys(KINDS).filter((kind) => drawing.drawnKinds[kind]);
  const counts = new Map(); // relation → lines drawn
  drawing.edges.forEach(({ id }) =>
    pairs.get(id).forEach((edge) => counts.set(edges[edge][2], (counts.get(edges[edge][2]) || 0) + 1)),
  );
  const allRelations = new Set([...ORDER, ...edges.map((edge) => edge[2])]);
  const drawnRelations = [...allRelations].filter((relation) => counts.has(relation));
  const unfiltered = () => ({
    kinds: new Set(Object.keys(KINDS).filter((kind) => !HIDDEN_AT_FIRST.has(kind))),
    relations: new Set(allRelations),
    from: FIRST,
    to: LAST,
    papers: 1,
  });
  let filter = unfiltered();
  const asked = new Set(); // nodes that were chosen, and so are shown whatever the filter says
  const narrowed = () => filter.from > FIRST || filter.to < LAST;
  const inYears = (paper) => !narrowed() || (nodes[paper].year >= filter.from && nodes[paper].year <= filter.to);
  let inPapers = []; // node → how many papers of the chosen years point to it
  const recount = () => {
    inPapers = nodes.map((node, i) => (narrowed() ? namedBy[i].filter(inYears).length : node.papers || 0));
  };
  const passes = (i) =>
    filter.kinds.has(nodes[i].kind) &&
    (nodes[i].kind === "Paper" ? inYears(i) : (!narrowed() && filter.papers === 1) || inPapers[i] >= filter.papers);
  const says = (edge) => {
    const [, , relation, ...said] = edges[edge];
    return filter.relations.has(relation) && (!said.length || !narrowed() || said.some(([paper]) => inYears(paper)));
  };
  recount();
  const weight = (i) =>
    nodes[i].kind === "Paper" ? 1.5 : inPapers[i] * (ENTITIES.has(nodes[i].kind) && !nodes[i].generic ? 1 : 0.4);
  const byWeight = (a, b) => weight(b) - weight(a) || a - b;

  /* --- the drawing --- */

  const radius = (i) => {
    const { kind } = nodes[i];
    if (kind === "Paper") return 11;
    return ENTITIES.has(kind) ? Math.min(7 + 3 * Math.sqrt(Math.max(inPapers[i] - 1, 0)), 30) : 8;
  };
  let smallest = 4.5; // on the screen, in pixels; less where many stand in a small window
  let colours = {};
  const readColours = () => {
    const style = getComputedStyle(document.documentElement);
    const names = ["text", "quiet", "ground", "accent", "edge", "edge-many", "edge-strong", ...Object.keys(KINDS)];
    colours = Object.fromEntries(names.map((one) => [one, style.getPropertyValue(`--${one}`).trim()]));
    if (drawing.edges.length > 1500) colours.edge = colours["edge-many"];
    options.edges.color = {
      color: colours.edge,
      highlight: colours["edge-strong"],
      hover: colours["edge-strong"],
      inherit: false,
    };
  };

  // what is chosen; the middle of a neighbourhood that is shown alone
  const view = { node: null, pair: null, centre: null, steps: 1 };
  let around = new Map(); // the nodes of that neighbourhood: how many steps away
  let near = new Set(); // what stays bright: the chosen ones and their neighbours; empty when all do
  let pointed = null; // the node under the pointer

  const paint =
    (i) =>
    ({ ctx, x, y }) => {
      const size = Math.max(radius(i), smallest / network.getScale());
      const drawNode = () => {
        const { kind, generic } = nodes[i];
        const hollow = kind === "Paper" || generic;
        ctx.save();
        if (near.size && !near.has(i)) ctx.globalAlpha = 0.22;
        ctx.translate(x, y);
        ctx.scale(size, size);
        ctx.lineJoin = "round";
        if (i === view.node || i === pointed) {
          ctx.strokeStyle = colours.accent;
          ctx.lineWidth = 0.9;
          ctx.stroke(PATHS[kind]);
        }
        ctx.fillStyle = hollow ? colours.ground : colours[kind];
        ctx.strokeStyle = hollow ? colours[kind] : colours.ground;
        ctx.lineWidth = hollow ? 0.28 : 0.14;
        ctx.fill(PATHS[kind]);
        ctx.stroke(PATHS[kind]);
        ctx.restore();
      };
      return { drawNode, nodeDimensions: { width: 2 * size, height: 2 * size } };
    };
  const asNode = ({ id, x, y }) => ({ id, x, y, size: radius(id), ctxRenderer: paint(id) });
  /* A line stands for all that is said between two nodes: it has an arrow where an entity points to another, and
     dashes where only names are alike. */
  const asEdge = (key) => {
    const [from, to] = ends(key);
    const found = pairs.get(key).map((edge) => edges[edge]);
    const edge = {
      id: key,
      from,
      to,
      width: options.edges.width * Math.max(...found.map(([, , relation]) => WIDTHS[relation] ?? 1)),
    };
    if (found.every(([, , relation]) => SAME_NAME.has(relation))) edge.dashes = [4, 4];
    else if (ENTITIES.has(nodes[from].kind) && ENTITIES.has(nodes[to].kind)) {
      edge.arrows = [
        ...new Set(
          found
            .filter(([, , relation]) => relation !== "comparedWith")
            .map(([source]) => (source === from ? "to" : "from")),
        ),
      ].join();
    }
    return edge;
  };

  const home = new Map(drawing.nodes.map(({ id, x, y }) => [id, { x, y }])); // places in the drawing of the whole
  const visNodes = new vis.DataSet(drawing.nodes.map(asNode));
  const visEdges = new vis.DataSet(drawing.edges.map(({ id }) => asEdge(id)));
  const nodeView = new vis.DataView(visNodes, {
    filter: ({ id }) => (view.centre === null ? passes(id) || asked.has(id) : around.has(id)),
  });
  const edgeView = new vis.DataView(visEdges, { filter: ({ id }) => pairs.get(id).some(says) });
  readColours();
  const network = new vis.Network(byId("network"), { nodes: nodeView, edges: edgeView }, options);

  /* Labels: as many as have room, the most important first, always the same size on the screen; each below, above or
     beside its symbol, where it covers no other label and, but for the most important, no other symbol. */
  const FONT = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'Liberation Sans', sans-serif";
  const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
  const shorten = (text, most) => {
    const letters = Array.from(text.replace(INVISIBLE, " "));
    return letters.length > most
      ? `${letters
          .slice(0, most - 1)
          .join("")
          .trimEnd()}…`
      : letters.join("");
  };
  const widths = new Map();
  let ranked = [];
  const rankLabels = () => {
    ranked = nodeView.getIds().sort(byWeight);
    byId("shown").textContent = `${number.format(ranked.length)} of ${number.format(visNodes.length)} symbols shown`;
  };
  const CELL = 32;
  const cellsOf = ([left, top, right, bottom]) => {
    const found = [];
    for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column += 1) {
      for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row += 1)
        found.push(column * 4096 + row);
    }
    return found;
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
      for (const cell of cellsOf(box)) {
        if (cells.has(cell)) cells.get(cell).push(i);
        else cells.set(cell, [i]);
      }
    }
    return [spots, cells];
  };
  const drawLabels = (ctx) => {
    const { clientWidth: width, clientHeight: height } = byId("network");
    const [spots, cells] = symbolsOnScreen(network.getScale(), width, height);
    const most = Math.max(12, (width * height) / 11000);
    const tolerated = ranked.length > 600 ? 5 : 2; // how many symbols an important label may cover
    const taken = [];
    const covered = (i, box) => {
      const under = new Set(cellsOf(box).flatMap((cell) => cells.get(cell) || []));
      under.delete(i);
      return [...under].filter((other) => overlap(box, spots.get(other).box)).length;
    };
    const label = (i, { always = false, allowed = 0, longest = view.centre === null ? 34 : 26 } = {}) => {
      if (!spots.has(i)) return;
      const { x, y, half } = spots.get(i);
      const font = `${nodes[i].kind === "Paper" ? "italic " : ""}${i === view.node ? "600 " : ""}12px ${FONT}`;
      const text = shorten(nodes[i].label, longest);
      const key = font + text;
      ctx.font = font;
      if (!widths.has(key)) widths.set(key, ctx.measureText(text).width);
      const long = widths.get(key);
      const [left0, right0, above, below] = [x - half - long - 4, x + half + 4, y - half - 15, y + half + 2];
      const sides = [
        [right0, y - 7],
        [right0 - 5, above + 3],
        [right0 - 5, below - 3],
        [x - long / 2, below],
        [x - long / 2, above],
        [left0 + 5, above + 3],
        [left0 + 5, below - 3],
        [left0, y - 7],
      ];
      if (view.centre !== null && x < spots.get(view.centre)?.x) sides.reverse(); // rings have room outside
      const places = sides
        .map(([left, top]) => [left - 2, top, left + long + 2, top + 13])
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
    if (view.node !== null && view.node !== pointed) label(view.node, { always: true, longest: 60 });
    const others = ranked.filter((i) => i !== pointed && i !== view.node);
    for (const i of others.filter((one) => near.has(one))) if (taken.length < most) label(i, { allowed: tolerated });
    others
      .filter((one) => !near.has(one))
      .forEach((i, rank) => {
        if (taken.length < most) label(i, { allowed: rank < 10 ? Infinity : rank < most / 2 ? tolerated : 0 });
      });
    ctx.restore();
  };

  /* --- small pieces of the page --- */

  const element = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };
  const figure = (shape, attributes, ...children) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", shape);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    made.append(...children);
    return made;
  };
  const icon = (kind, generic = false) => {
    const [fill, stroke] = generic || kind === "Paper" ? ["none", `var(--${kind})`] : [`var(--${kind})`, "none"];
    const outline = figure("path", { d: SHAPES[kind], fill, stroke, "stroke-width": 0.28 });
    return figure("svg", { class: "icon", viewBox: "-1.3 -1.3 2.6 2.6", "aria-hidden": true }, outline);
  };
  const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
  const amount = (count, kind) => `${number.format(count)} ${KINDS[kind][count === 1 ? 0 : 1]}`;
  const list = (parts) =>
    parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;
  const name = (i) => element("bdi", { textContent: nodes[i].label });
  const nodeButton = (i, ...more) => {
    const button = element(
      "button",
      { type: "button", className: "name" },
      icon(nodes[i].kind, nodes[i].generic),
      name(i),
      ...more,
    );
    button.addEventListener("click", () => go(i));
    return button;
  };
  const rows = (items, make, first = 8) => {
    const holder = element("ul");
    const add = (some) => holder.append(...some.map((item) => element("li", {}, make(item))));
    add(items.slice(0, first));
    if (items.length <= first) return [holder];
    const more = element("button", {
      type: "button",
      className: "more",
      textContent: `Show all ${number.format(items.length)}`,
    });
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
    try {
      url = new URL(address);
    } catch {
      return null;
    }
    if (url.protocol !== "https:" && url.protocol !== "http:") return null;
    return element("a", { textContent: text, href: url.href, target: "_blank", rel: "noopener noreferrer" });
  };
  const heading = (text, count) =>
    element(
      "h3",
      {},
      text,
      ...(count === undefined
        ? []
        : [" ", element("span", { className: "amount", textContent: number.format(count) })]),
    );

  /* --- the panel --- */

  const panel = byId("panel");
  const showPanel = (...children) => {
    panel.replaceChildren(...children.flat().filter(Boolean));
    panel.scrollTop = 0;
  };

  const overview = () => {
    const front = Object.keys(KINDS).filter((kind) => drawing.total[kind] && !HIDDEN_AT_FIRST.has(kind));
    const sum = (numbers) => front.reduce((total, kind) => total + (numbers[kind] || 0), 0);
    const [drawn, all] = [sum(drawing.drawnKinds), sum(drawing.total)];
    const notes = [];
    if (drawn < all) {
      notes.push(
        `Drawn are ${number.format(drawn)} of ${number.format(all)} papers, entities and keywords: ` +
          "the entities that most papers name, and papers that name them. Search finds the others and adds them to the drawing.",
      );
    } else if (nodes.length) {
      notes.push(`Drawn is the whole graph: ${list(front.map((kind) => amount(drawing.total[kind], kind)))}.`);
    }
    const hidden = [...HIDDEN_AT_FIRST].filter((kind) => drawing.drawnKinds[kind]).map((kind) => KINDS[kind][1]);
    if (hidden.length) notes.push(`${capital(list(hidden))} can be switched on in the legend.`);
    const out = Object.keys(drawing.leftOut);
    if (out.length)
      notes.push(
        `For want of room this page leaves out ${list(out.map((kind) => amount(drawing.leftOut[kind], kind)))}; ` +
          "the graph itself has them.",
      );
    if (!sentences.length && edges.some((edge) => edge.length > 3))
      notes.push("The papers' texts were not at hand, so this page can't show the sentences that serve as evidence.");
    if (drawing.sentencesLeftOut) notes.push("Not every sentence that serves as evidence had room here.");
    if (nodes.length)
      notes.push("Click a symbol for what it is and which papers speak of it, a line for what they say.");
    else notes.push("This graph is empty: no papers were read, or nothing was found in them.");
    const tops = ["Task", "Method", "Model", "Dataset", "Metric"].flatMap((kind) => {
      const most = nodes
        .map((_, i) => i)
        .filter((i) => nodes[i].kind === kind && !nodes[i].generic && inPapers[i])
        .sort(byWeight);
      if (!most.length) return [];
      const make = (i) =>
        element(
          "div",
          { className: "row" },
          nodeButton(i, element("span", { className: "amount", textContent: number.format(inPapers[i]) })),
        );
      return [heading(`${capital(KINDS[kind][1])} in most papers`), ...rows(most.slice(0, 5), make)];
    });
    showPanel(
      element("h2", { className: "title", textContent: "Overview" }),
      notes.map((text) => element("p", { className: "note", textContent: text })),
      edges.length ? actions(saveButton()) : null,
      tops,
    );
  };

  const why = (a, b, count, words) => {
    const text = count > 1 ? amount(count, "Paper") : "why";
    const button = element("button", { type: "button", className: "why", textContent: text });
    button.setAttribute("aria-label", `${text}: who says so: ${words}`);
    button.addEventListener("click", () => goPair(pairKey(a, b), true));
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
      const [source, , relation] = edges[edge];
      if (relation === "author" && nodes[i].authors) return;
      const words = RELATIONS[relation] ? RELATIONS[relation][source === i ? 0 : 1] : relation;
      if (!groups.has(words)) groups.set(words, { rank: ORDER.indexOf(relation), items: [] });
      groups.get(words).items.push([otherEnd(edge, i), edge]);
    });
    const compare = ([a], [b]) => (nodes[b].year || 0) - (nodes[a].year || 0) || byWeight(a, b);
    return [...groups]
      .sort((a, b) => a[1].rank - b[1].rank)
      .flatMap(([words, { items }]) => {
        const make = ([other, edge]) => {
          const [, , , ...said] = edges[edge];
          const year = nodes[other].year
            ? [element("span", { className: "amount", textContent: nodes[other].year })]
            : [];
          return element(
            "div",
            { className: "row" },
            nodeButton(other, ...year),
            ...(said.length ? [why(i, other, said.length, `${words} ${nodes[other].label}`)] : []),
          );
        };
        return [heading(words, items.length), ...rows(items.sort(compare), make)];
      });
  };

  /* Bars, one for each year from the first of the graph to its last. */
  const chart = (byYear) => {
    const years = Array.from({ length: LAST - FIRST + 1 }, (_, at) => FIRST + at);
    const most = Math.max(...byYear.values());
    const bars = figure("svg", {
      viewBox: `0 0 ${years.length} 1`,
      preserveAspectRatio: "none",
      class: "bars",
      role: "img",
    });
    bars.setAttribute(
      "aria-label",
      `Papers by year: ${[...byYear]
        .sort(([a], [b]) => a - b)
        .map(([year, count]) => `${year}: ${count}`)
        .join(", ")}`,
    );
    years.forEach((year, at) => {
      const height = Math.max((byYear.get(year) || 0) / most, 0.02);
      bars.append(figure("rect", { x: at + 0.1, y: 1 - height, width: 0.8, height }));
    });
    return bars;
  };
  const yearChart = (i) => {
    const byYear = yearsOf(namedBy[i]);
    if (byYear.size < 2) return [];
    return [
      heading("Papers by year"),
      chart(byYear),
      element(
        "p",
        { className: "scale" },
        element("span", { textContent: FIRST }),
        element("span", { textContent: LAST }),
      ),
    ];
  };

  const showNode = (i) => {
    const node = nodes[i];
    const kind = capital(KINDS[node.kind][0]);
    const about = [
      node.generic ? `${kind}, a general class` : kind,
      node.year,
      node.kind !== "Paper" && node.papers ? `in ${amount(node.papers, "Paper")}` : "",
    ];
    const links = (node.links || []).map(link).filter(Boolean);
    showPanel(
      back(),
      element("p", { className: "kind" }, icon(node.kind, node.generic), about.filter(Boolean).join(" · ")),
      element("h2", { className: "title" }, name(i)),
      node.untitled
        ? element("p", {
            className: "note",
            textContent: "The source gives no title; these are the first words of the abstract.",
          })
        : null,
      node.authors ? authorLine(node.authors) : null,
      node.names
        ? element(
            "p",
            { className: "quiet" },
            "Also: ",
            ...node.names.flatMap((other, at) => [at ? "; " : "", element("bdi", { textContent: other })]),
          )
        : null,
      links.length ? element("p", {}, ...links.flatMap((one, at) => [at ? " · " : "", one])) : null,
      nodeView.get(i) ? null : element("p", { className: "note", textContent: "Not in the drawing." }),
      ties[i].length
        ? actions(
            ...(i === view.centre
              ? []
              : [
                  [1, "Neighbours only"],
                  [2, "Two steps"],
                ]
            ).map(([steps, words]) =>
              commandButton(words, () => {
                focus(i, steps);
                remember();
              }),
            ),
            saveButton(),
          )
        : null,
      yearChart(i),
      relationLists(i),
    );
  };

  const statement = (edge) => {
    const [source, target, relation, ...said] = edges[edge];
    const words = RELATIONS[relation] ? RELATIONS[relation][2] : relation;
    const papers = said.map(([paper, score, ...evidence]) =>
      element(
        "li",
        {},
        element(
          "div",
          { className: "row" },
          nodeButton(
            paper,
            element("span", {
              className: "amount",
              textContent: [nodes[paper].year, score === null ? "" : score.toFixed(2)].filter(Boolean).join(" · "),
            }),
          ),
        ),
        ...evidence.map((sentence) => element("blockquote", { dir: "auto", textContent: sentences[sentence] })),
      ),
    );
    return [
      element("p", {}, name(source), element("span", { className: "quiet", textContent: ` ${words} ` }), name(target)),
      papers.length
        ? element("p", {
            className: "note",
            textContent: `Said by ${amount(papers.length, "Paper")}, with the extractor's score:`,
          })
        : null,
      papers.length ? element("ul", {}, ...papers) : null,
    ];
  };

  const showPair = (key) => {
    const both = element(
      "ul",
      {},
      ...ends(key).map((i) => element("li", {}, element("div", { className: "row" }, nodeButton(i)))),
    );
    showPanel(
      back(),
      element("h2", { className: "title", textContent: "Who says so" }),
      both,
      actions(saveButton()),
      pairs.get(key).flatMap((edge) => [heading(RELATIONS[edges[edge][2]]?.[0] ?? edges[edge][2]), ...statement(edge)]),
    );
  };

  const back = () => {
    const button = element("button", { type: "button", className: "link", textContent: "Overview" });
    button.addEventListener("click", () => {
      clear();
      panel.querySelector("button")?.focus();
    });
    return element("p", { className: "note" }, button);
  };

  /* --- the selection as CSV (RFC 4180): a row for each paper that says something, with the sentence --- */

  const selection = () => {
    if (view.pair !== null) return pairs.get(view.pair);
    if (view.node !== null && view.node !== view.centre) return ties[view.node];
    const shown = new Set(nodeView.getIds());
    return edges.flatMap(([source, target], edge) =>
      shown.has(source) && shown.has(target) && says(edge) ? [edge] : [],
    );
  };
  /* A spreadsheet would run a cell that begins like a formula. */
  const cell = (value) => {
    const text = String(value ?? "").replace(/^[=+\-@\t\r]/, "'$&");
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const COLUMNS = [
    "subject_id",
    "subject",
    "subject_kind",
    "relation",
    "object_id",
    "object",
    "object_kind",
    "paper_id",
    "paper",
    "year",
    "score",
    "evidence",
  ];
  const asCsv = (chosen) => {
    const lines = chosen.flatMap((edge) => {
      const [source, target, relation, ...said] = edges[edge];
      const triple = [
        nodes[source].id,
        nodes[source].label,
        nodes[source].kind,
        relation,
        nodes[target].id,
        nodes[target].label,
        nodes[target].kind,
      ];
      if (!said.length) return [[...triple, "", "", "", "", ""]];
      return said.map(([paper, score, ...evidence]) => [
        ...triple,
        nodes[paper].id,
        nodes[paper].label,
        nodes[paper].year,
        score,
        evidence.map((sentence) => sentences[sentence]).join(" … "),
      ]);
    });
    return [COLUMNS, ...lines].map((line) => `${line.map(cell).join(",")}\r\n`).join("");
  };
  const save = () => {
    const about =
      view.pair !== null
        ? ends(view.pair)
            .map((i) => nodes[i].label)
            .join(" ")
        : (nodes[view.node ?? view.centre]?.label ?? "graph");
    // the mark at the beginning tells spreadsheets that this is UTF-8
    const address = URL.createObjectURL(new Blob(["\ufeff", asCsv(selection())], { type: "text/csv" }));
    element("a", {
      href: address,
      download: `${
        about
          .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
          .replace(/^-|-$/g, "")
          .slice(0, 60) || "selection"
      }.csv`,
    }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  };

  const commandButton = (text, command) => {
    const button = element("button", { type: "button", className: "command", textContent: text });
    button.addEventListener("click", command);
    return button;
  };
  const saveButton = () => commandButton("Save as CSV", save);
  const actions = (...buttons) => element("p", { className: "actions" }, ...buttons);

  /* --- choosing --- */

  const motion = () => (still.matches ? false : { duration: 450, easingFunction: "easeInOutQuad" });
  const fitAll = (animation) => {
    network.redraw(); // the drawing takes the size of its window, which may have changed
    network.fit({ animation, maxZoomLevel: view.centre === null ? 1.5 : 1.4 });
    // what stands around a node has its labels outside
    if (view.centre !== null) network.moveTo({ scale: network.getScale() * 0.8 });
  };

  const choose = (i, fly = true) => {
    if (view.centre !== null && !around.has(i)) leave();
    addToDrawing(i);
    view.node = i;
    view.pair = null;
    near = i === view.centre ? new Set() : new Set([i, ...ties[i].map((edge) => otherEnd(edge, i))]);
    network.selectNodes([i], i !== view.centre); // in the middle of a neighbourhood, all lines would be strong
    showNode(i);
    openPanel();
    network.redraw();
    if (fly && view.centre === null)
      network.focus(i, { scale: Math.min(Math.max(network.getScale(), 0.6), 1.2), animation: motion() });
    byId("status").textContent = nodes[i].label;
    network.redraw();
  };
  const choosePair = (key, fly = false) => {
    const both = ends(key);
    view.node = null;
    view.pair = key;
    near = new Set(both);
    showPair(key);
    openPanel();
    network.unselectAll();
    if (edgeView.get(key)) network.selectEdges([key]);
    if (fly && both.every((i) => nodeView.get(i))) network.fit({ nodes: both, maxZoomLevel: 1.2, animation: motion() });
    byId("status").textContent = both.map((i) => nodes[i].label).join(", ");
    network.redraw();
  };
  const chooseNothing = () => {
    view.node = view.pair = null;
    near = new Set();
    network.unselectAll();
    overview();
    network.redraw();
  };
  const go = (i, fly = true) => {
    choose(i, fly);
    remember();
  };
  const goPair = (key, fly = false) => {
    choosePair(key, fly);
    remember();
  };
  const clear = () => {
    if (view.centre !== null) leave();
    chooseNothing();
    remember();
  };
  const openPanel = () => {
    document.body.dataset.sheet = "panel";
    reflectSheet();
  };

  /* A node that is not drawn comes in beside its neighbours; one whose kind is hidden where it has its place. */
  const freePlace = (others) => {
    const taken = [...home.values()];
    const middle = (axis) => others.reduce((sum, other) => sum + home.get(other)[axis], 0) / (others.length || 1);
    const [x, y] = [middle("x"), middle("y")];
    for (let step = 0; ; step += 1) {
      const [reach, angle] = [20 * Math.sqrt(step), step * 2.399963];
      const spot = { x: Math.round(x + reach * Math.cos(angle)), y: Math.round(y + reach * Math.sin(angle)) };
      if (step > 4000 || taken.every((place) => (place.x - spot.x) ** 2 + (place.y - spot.y) ** 2 >= 1600)) return spot;
    }
  };
  const addNodes = (places) => {
    visNodes.update(places.map(asNode));
    const keys = new Set(
      places.flatMap(({ id }) =>
        ties[id]
          .map((edge) => otherEnd(edge, id))
          .filter((other) => other !== id && visNodes.get(other))
          .map((other) => pairKey(id, other)),
      ),
    );
    visEdges.add([...keys].filter((key) => !visEdges.get(key)).map(asEdge));
  };
  const addToDrawing = (i) => {
    if (nodeView.get(i)) return;
    asked.add(i);
    if (visNodes.get(i)) nodeView.refresh();
    else {
      home.set(i, freePlace(ties[i].map((edge) => otherEnd(edge, i)).filter((other) => home.has(other))));
      addNodes([{ id: i, ...home.get(i) }]);
    }
    rankLabels();
  };

  /* --- a neighbourhood alone: the node in the middle, its neighbours in rings around it --- */

  const MOST_AROUND = 240;
  const walk = (centre, steps) => {
    const parent = new Map([[centre, null]]);
    const found = new Map([[centre, 0]]);
    let outermost = [centre];
    let cut = 0;
    for (let step = 1; step <= steps; step += 1) {
      const reached = new Map();
      outermost.forEach((i) =>
        ties[i]
          .filter(says)
          .map((edge) => otherEnd(edge, i))
          .forEach((other) => {
            if (!found.has(other) && !reached.has(other) && passes(other)) reached.set(other, i);
          }),
      );
      outermost = [...reached.keys()].sort(byWeight).slice(0, MOST_AROUND - found.size);
      cut += reached.size - outermost.length;
      outermost.forEach((other) => {
        found.set(other, step);
        parent.set(other, reached.get(other));
      });
    }
    return { found, parent, cut };
  };
  const byKind = (a, b) =>
    Object.keys(KINDS).indexOf(nodes[a].kind) - Object.keys(KINDS).indexOf(nodes[b].kind) || byWeight(a, b);
  const rings = ({ found, parent }) => {
    const [centre] = found.keys();
    const childrenOf = (i) => [...found.keys()].filter((other) => parent.get(other) === i).sort(byKind);
    const first = childrenOf(centre);
    const inner = first.map(childrenOf);
    // a share of the circle for each neighbour and for each of its own
    const least = Math.max(1, (0.5 * (found.size - 1 - first.length)) / first.length);
    const slots = inner.reduce((sum, { length }) => sum + least + length, 0);
    const angleOf = (slot) => (2 * Math.PI * slot) / slots - Math.PI / 2;
    const place = (id, slot, reach) => ({
      id,
      x: Math.round(1.25 * reach * Math.cos(angleOf(slot))),
      y: Math.round(reach * Math.sin(angleOf(slot))),
    });
    // where one ring has no room for all, they stand in several by turns
    const [room, start, step] = [46, Math.max(150, 30 * Math.sqrt(first.length)), 52];
    const turns = (count, reach) => Math.max(1, Math.ceil((count * room) / (2 * Math.PI * (reach + step))));
    const innerTurns = turns(first.length, start);
    const outerStart = start + innerTurns * step + 70;
    const outerTurns = turns(slots, outerStart);
    const places = [{ id: centre, x: 0, y: 0 }];
    let slot = 0;
    first.forEach((i, at) => {
      const span = least + inner[at].length;
      places.push(place(i, slot + span / 2, start + (at % innerTurns) * step));
      inner[at].forEach((other, turn) =>
        places.push(
          place(other, slot + (span * (turn + 0.5)) / inner[at].length, outerStart + ((at + turn) % outerTurns) * step),
        ),
      );
      slot += span;
    });
    return places;
  };
  const putBack = () => {
    const passing = visNodes.getIds().filter((i) => !home.has(i));
    visEdges.remove(visEdges.getIds().filter((key) => ends(key).some((i) => !home.has(i))));
    visNodes.remove(passing);
    visNodes.update([...around.keys()].filter((i) => home.has(i)).map((i) => asNode({ id: i, ...home.get(i) })));
    around = new Map();
  };
  const focus = (centre, steps) => {
    putBack();
    const reached = walk(centre, steps);
    view.centre = centre;
    view.steps = steps;
    around = reached.found;
    addNodes(rings(reached));
    refresh();
    byId("around-name").textContent = nodes[centre].label;
    byId("around-cut").textContent = reached.cut ? `${number.format(reached.cut)} more have no room here` : "";
    document
      .querySelectorAll("#around [data-steps]")
      .forEach((button) => button.setAttribute("aria-pressed", String(Number(button.dataset.steps) === steps)));
    byId("around").hidden = false;
    choose(centre);
    showFilter();
    fitAll(false);
  };
  const leave = () => {
    view.centre = null;
    putBack();
    byId("around").hidden = true;
    refresh();
    showFilter();
    fitAll(false);
  };
  document.querySelectorAll("#around [data-steps]").forEach((button) =>
    button.addEventListener("click", () => {
      focus(view.centre, Number(button.dataset.steps));
      remember();
    }),
  );
  byId("leave").addEventListener("click", () => {
    const { centre } = view;
    leave();
    go(centre);
  });

  /* --- the address: its fragment says what is chosen and filtered, for links and for the browser's way back --- */

  let written = "";
  const missing = (all, some) => all.filter((one) => !some.has(one)).join(".");
  const fragment = () => {
    const all = unfiltered();
    const [a, b] = view.pair === null ? [view.node] : ends(view.pair);
    const parts = {
      node: nodes[a]?.id,
      with: nodes[b]?.id,
      focus: nodes[view.centre]?.id,
      steps: view.centre === null ? "" : view.steps,
      years: narrowed() ? `${filter.from}-${filter.to}` : "",
      papers: filter.papers > 1 ? filter.papers : "",
      hide: missing([...all.kinds, ...all.relations], new Set([...filter.kinds, ...filter.relations])),
      show: missing([...filter.kinds], all.kinds),
    };
    return Object.entries(parts)
      .filter(([, value]) => value)
      .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
      .join("&");
  };
  /* A choice is a step that the browser's way back undoes, a change of the filter is none. */
  const remember = (step = true) => {
    if (fragment() === written) return;
    written = fragment();
    if (step) location.hash = written;
    else history.replaceState(null, "", `${location.href.split("#")[0]}#${written}`);
  };
  const restore = () => {
    if (location.hash.slice(1) === written) return;
    const given = new URLSearchParams(location.hash.slice(1));
    const node = (key) => numberOf.get(given.get(key)) ?? null;
    filter = unfiltered();
    (given.get("hide") || "").split(".").forEach((one) => {
      filter.kinds.delete(one);
      filter.relations.delete(one);
    });
    (given.get("show") || "")
      .split(".")
      .filter((one) => Object.hasOwn(KINDS, one))
      .forEach((one) => filter.kinds.add(one));
    const [from, to] = (given.get("years") || "").split("-").map(Number);
    if (from >= FIRST && from <= to && to <= LAST) Object.assign(filter, { from, to });
    filter.papers = Math.max(1, Math.floor(Number(given.get("papers"))) || 1);
    const [chosen, other, centre] = [node("node"), node("with"), node("focus")];
    if (view.centre !== null) leave();
    applyFilter();
    if (centre !== null) focus(centre, given.get("steps") === "2" ? 2 : 1);
    if (chosen !== null && pairs.has(pairKey(chosen, other ?? chosen)) && other !== null)
      choosePair(pairKey(chosen, other), true);
    else if (chosen !== null && chosen !== view.node) choose(chosen);
    else if (chosen === null) chooseNothing();
    written = location.hash.slice(1);
  };

  /* --- the legend, which is the filter --- */

  const refresh = () => {
    nodeView.refresh();
    edgeView.refresh();
    rankLabels();
    network.redraw();
  };
  const applyFilter = () => {
    recount();
    if (view.centre !== null) focus(view.centre, view.steps);
    else refresh();
    if (view.node === null && view.pair === null) overview();
    showFilter();
  };
  const changeFilter = (changes) => {
    Object.assign(filter, changes);
    asked.clear();
    if (view.node !== null && view.centre === null) asked.add(view.node);
    applyFilter();
    remember(false);
  };

  /* steps of the slider for the least number of papers, as far as there are any */
  const mostPapers = Math.max(
    1,
    ...drawing.nodes.map(({ id }) =>
      nodes[id].kind === "Paper" || HIDDEN_AT_FIRST.has(nodes[id].kind) ? 1 : nodes[id].papers || 1,
    ),
  );
  const LEAST = [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 1000].filter(
    (count) => count <= mostPapers,
  );
  const [yearFrom, yearTo, least] = ["year-from", "year-to", "least"].map(byId);

  /* Makes the controls say what the filter is. */
  const showFilter = () => {
    document.querySelectorAll("#legend input[type=checkbox]").forEach((box) => {
      box.checked = filter.kinds.has(box.value) || filter.relations.has(box.value);
    });
    [yearFrom.value, yearTo.value] = [filter.from, filter.to];
    [
      ["kinds", drawnKinds, "symbols"],
      ["relations", drawnRelations, "lines"],
    ].forEach(([set, all, what]) => {
      const every = all.every((one) => filter[set].has(one));
      byId(`${set}-all`).textContent = every ? "none" : "all";
      byId(`${set}-all`).setAttribute("aria-label", every ? `none: hide all ${what}` : `all: show all ${what}`);
    });
    byId("years-shown").textContent = filter.from === filter.to ? filter.from : `${filter.from}–${filter.to}`;
    byId("no-year").hidden = !narrowed() || nodes.every((node) => node.kind !== "Paper" || node.year);
    byId("years").style.setProperty("--from", (filter.from - FIRST) / (LAST - FIRST || 1));
    byId("years").style.setProperty("--to", (filter.to - FIRST) / (LAST - FIRST || 1));
    least.value = Math.max(
      0,
      LEAST.findLastIndex((count) => count <= filter.papers),
    );
    byId("least-shown").textContent = amount(filter.papers, "Paper");
    least.setAttribute("aria-valuetext", `at least ${amount(filter.papers, "Paper")}`);
    byId("reset").hidden = !/(?:^|&)(?:years|papers|hide|show)=/.test(fragment());
  };

  const fillLegend = () => {
    const row = (set, key, symbol, words, count, all = count) => {
      const box = element("input", { type: "checkbox", value: key });
      box.addEventListener("change", () => {
        if (box.checked) filter[set].add(key);
        else filter[set].delete(key);
        changeFilter({});
      });
      const label = element(
        "label",
        {},
        box,
        ...symbol,
        words,
        element("span", {
          className: "amount",
          textContent: count < all ? `${number.format(count)} / ${number.format(all)}` : number.format(count),
        }),
      );
      return element("li", {}, label);
    };
    byId("kinds").append(
      ...drawnKinds.map((kind) =>
        row("kinds", kind, [icon(kind)], capital(KINDS[kind][1]), drawing.drawnKinds[kind], drawing.total[kind]),
      ),
    );
    byId("hollow").hidden = !nodes.some((node) => node.generic);
    byId("lines").hidden = !drawnRelations.length;
    byId("relations").append(
      ...drawnRelations.map((relation) =>
        row(
          "relations",
          relation,
          [],
          RELATIONS[relation]?.[3] ?? RELATIONS[relation]?.[0] ?? relation,
          counts.get(relation),
        ),
      ),
    );
    [
      ["kinds", drawnKinds],
      ["relations", drawnRelations],
    ].forEach(([set, all]) =>
      byId(`${set}-all`).addEventListener("click", () => {
        const every = all.every((one) => filter[set].has(one));
        all.forEach((one) => (every ? filter[set].delete(one) : filter[set].add(one)));
        changeFilter({});
      }),
    );
    byId("years").hidden = !(FIRST < LAST);
    byId("fewest").hidden = LEAST.length < 2;
    least.max = LEAST.length - 1;
    least.addEventListener("input", () => changeFilter({ papers: LEAST[Number(least.value)] }));
    if (FIRST < LAST) {
      const bars = chart(papersByYear);
      byId("years-shown").parentElement.after(bars);
      [yearFrom, yearTo].forEach((slider) => Object.assign(slider, { min: FIRST, max: LAST }));
      yearFrom.addEventListener("input", () => changeFilter({ from: Math.min(Number(yearFrom.value), filter.to) }));
      yearTo.addEventListener("input", () => changeFilter({ to: Math.max(Number(yearTo.value), filter.from) }));
    }
    byId("reset").addEventListener("click", () => {
      changeFilter(unfiltered());
      byId("kinds").querySelector("input").focus();
    });
  };

  /* --- search --- */

  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  let terms = null; // node → its names, folded; made when the search is first used
  const names = (node) => [
    node.label,
    ...(node.title ? [node.title] : []),
    ...(node.names || []),
    ...(node.kind === "Paper" ? [node.id] : []),
  ];
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
  const lookUp = (query) => {
    terms ??= nodes.map((node) => names(node).map(fold));
    const graded = [];
    terms.forEach((all, i) => {
      const grades = all.map((term) => grade(term, query));
      const best = Math.max(...grades);
      if (best) graded.push({ i, best, at: grades.indexOf(best) });
    });
    return graded
      .sort(
        (a, b) =>
          b.best - a.best || ENTITIES.has(nodes[b.i].kind) - ENTITIES.has(nodes[a.i].kind) || byWeight(a.i, b.i),
      )
      .slice(0, 12);
  };
  const suggest = () => {
    const query = fold(search.value.trim());
    if (!query) return closeSuggestions();
    found = lookUp(query);
    suggestions.replaceChildren(
      ...found.map(({ i, at }, position) => {
        const note = [KINDS[nodes[i].kind][0], nodes[i].year, visNodes.get(i) ? "" : "not drawn"]
          .filter(Boolean)
          .join(" · ");
        const other = at
          ? [element("span", { className: "quiet" }, "also ", element("bdi", { textContent: names(nodes[i])[at] }))]
          : [];
        const item = element(
          "li",
          { id: `found-${position}` },
          icon(nodes[i].kind, nodes[i].generic),
          element("span", {}, name(i), " ", ...other),
          element("span", { className: "amount", textContent: note }),
        );
        item.setAttribute("role", "option");
        item.addEventListener("pointerdown", (event) => {
          event.preventDefault();
          take(i);
        });
        return item;
      }),
    );
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
      take(found[active].i);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      closeSuggestions();
    }
  });

  /* --- sheets on small screens --- */

  const reflectSheet = () => {
    document
      .querySelectorAll(".sheets button")
      .forEach((button) =>
        button.setAttribute("aria-pressed", String(document.body.dataset.sheet === button.dataset.sheet)),
      );
  };
  document.querySelectorAll(".sheets button").forEach((button) =>
    button.addEventListener("click", () => {
      document.body.dataset.sheet = document.body.dataset.sheet === button.dataset.sheet ? "" : button.dataset.sheet;
      reflectSheet();
    }),
  );

  /* --- begin --- */

  const canvas = byId("network").querySelector(".vis-network");
  canvas.setAttribute("role", "application"); // it takes the arrow keys
  canvas.setAttribute(
    "aria-label",
    "Drawing. The arrow keys move it, Page Up and Page Down zoom; search reaches every node.",
  );
  document.body.classList.toggle("empty", !nodes.length);
  rankLabels();
  fillLegend();
  showFilter();
  fitAll(false);
  network.on("beforeDrawing", () => {
    const { clientWidth, clientHeight } = byId("network");
    smallest = Math.min(4.5, Math.max(2.2, 0.13 * Math.sqrt((clientWidth * clientHeight) / (ranked.length || 1))));
  });
  network.on("afterDrawing", drawLabels);
  network.once("afterDrawing", () => {
    performance.mark("kg-drawn");
    document.documentElement.dataset.ready = "true";
  });
  /* A finger is not as exact as a mouse. */
  const REACH = 22;
  const touched = ({ x, y }) => {
    const [spots] = symbolsOnScreen(network.getScale(), byId("network").clientWidth, byId("network").clientHeight);
    const distances = [...spots].map(([i, spot]) => [Math.hypot(spot.x - x, spot.y - y) - spot.half, i]);
    return distances.filter(([distance]) => distance < REACH).sort(([a], [b]) => a - b)[0]?.[1];
  };
  network.on("click", ({ nodes: [exact], edges: [edge], event, pointer }) => {
    const node = exact ?? (event.pointerType === "touch" ? touched(pointer.DOM) : undefined);
    if (node !== undefined) go(node, false);
    else if (edge !== undefined) goPair(edge);
    else if (view.node !== null || view.pair !== null) {
      chooseNothing();
      remember();
    }
  });
  network.on("doubleClick", ({ nodes: [node] }) => {
    if (node === undefined) return;
    focus(node, 1);
    remember();
  });
  network.on("hoverNode", ({ node }) => {
    pointed = node;
    byId("network").style.cursor = "pointer";
    network.redraw();
  });
  network.on("blurNode", () => {
    pointed = null;
    byId("network").style.cursor = "";
    network.redraw();
  });
  network.on("hoverEdge", () => {
    byId("network").style.cursor = "pointer";
  });
  network.on("blurEdge", () => {
    byId("network").style.cursor = "";
  });
  const zoom = (factor) => network.moveTo({ scale: network.getScale() * factor, animation: motion() });
  byId("zoom-in").addEventListener("click", () => zoom(1.5));
  byId("zoom-out").addEventListener("click", () => zoom(1 / 1.5));
  byId("fit").addEventListener("click", () => fitAll(motion()));
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !(event.target instanceof HTMLInputElement)) {
      event.preventDefault();
      search.focus();
    }
    if (event.key === "Escape" && (view.node ?? view.pair ?? view.centre) !== null) clear();
  });
  addEventListener("hashchange", restore);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    readColours();
    network.setOptions({ edges: options.edges });
  });
  overview();
  restore();
})();
