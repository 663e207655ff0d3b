"""Resolution: the names of all papers to entities."""
