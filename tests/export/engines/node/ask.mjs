// Asks Comunica questions about an RDF file: node ask.mjs FILE QUESTIONS.json
// QUESTIONS.json maps names to SPARQL; prints a map of the same names to lists of rows of texts, in the order of the variables.
import { readFileSync } from "node:fs";
import { QueryEngine } from "@comunica/query-sparql-file";

const [file, path] = process.argv.slice(2);
const engine = new QueryEngine();
const answers = {};
for (const [name, sparql] of Object.entries(JSON.parse(readFileSync(path, "utf8")))) {
  const result = await engine.query(sparql, { sources: [{ type: "file", value: file }] });
  const { variables } = await result.metadata();
  const bindings = await (await result.execute()).toArray();
  const names = variables.map((each) => (each.variable ?? each).value);
  answers[name] = bindings.map((row) => names.map((each) => row.get(each)?.value ?? ""));
}
process.stdout.write(JSON.stringify(answers));
