"""Which lines answer a question, in order, and how sure we may be that the best one does."""
