// Validates RDF files against SHACL shapes: node validate.mjs SHAPES.ttl FILE…
// Prints for each file the list of [focus node, path] of its violations; of paths only those that are one property.
import { readFileSync } from "node:fs";
import { Parser, Store } from "n3";
import SHACLValidator from "rdf-validate-shacl";

const load = (path) => new Store(new Parser().parse(readFileSync(path, "utf8")));
const [shapes, ...files] = process.argv.slice(2);
const validator = new SHACLValidator(load(shapes));
const reports = [];
for (const file of files) {
  const { results } = await validator.validate(load(file));
  reports.push(
    results.map(({ focusNode, path }) => [focusNode.value, path?.termType === "NamedNode" ? path.value : ""]),
  );
}
process.stdout.write(JSON.stringify(reports));
