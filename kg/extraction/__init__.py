"""Extraction: what one paper names, does and relates."""
