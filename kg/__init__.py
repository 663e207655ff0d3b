"""kg: paper abstracts to a knowledge graph."""
