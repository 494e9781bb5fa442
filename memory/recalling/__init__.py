"""From a question to the few memories that answer it: asking reads the question, ranking orders the lines."""
