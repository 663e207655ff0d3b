"""RDF: IRIs, triples, validation."""
