"""The command `kg`: one module for each command."""
