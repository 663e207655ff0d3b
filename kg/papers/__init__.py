"""Readers: files to papers."""
