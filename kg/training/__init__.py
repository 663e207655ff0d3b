"""How the shipped model is made and measured."""
