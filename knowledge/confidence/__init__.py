"""From scores to a probability that a passage answers the question."""
