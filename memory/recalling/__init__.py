"""From a question to the few memories that answer it."""
