"""Decay, compaction, and forgetting for good."""
