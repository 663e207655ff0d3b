"""SPARQL over a graph."""
