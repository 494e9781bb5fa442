"""Readers of file formats. They run in a child process (adapters.parsing.child), where a bad file can do little."""
