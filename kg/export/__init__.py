"""Writers: a graph to files."""
