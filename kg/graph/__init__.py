"""The graph of papers, entities, keywords, people and venues."""
