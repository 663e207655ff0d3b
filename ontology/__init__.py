"""The vocabulary as data: `kg.ttl`, `shapes.ttl`, `context.jsonld` and example queries, installed as `kg.ontology`."""
