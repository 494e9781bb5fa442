"""Rows of knowledge."""
