// Reads a graph in GEXF or GraphML with graphology: node read_graph.mjs FILE
import { readFileSync } from "node:fs";
import graphology from "graphology";
import gexf from "graphology-gexf";
import graphml from "graphology-graphml";

const path = process.argv[2];
const format = path.endsWith(".gexf") ? gexf : graphml;
const graph = format.parse(graphology.MultiDirectedGraph, readFileSync(path, "utf8"));
const nodes = graph.mapNodes((node, { kind, label }) => [node, kind, label]);
const edges = graph.mapEdges((_, { relation }, source, target) => [source, relation, target]);
process.stdout.write(JSON.stringify({ nodes, edges }));
