"""Test cases: a question, its context, and what the answer must be like; written, or made from a wrong reply."""
