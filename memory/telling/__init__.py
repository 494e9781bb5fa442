"""From what was recalled to a short answer: what a reply quotes, or says in a sentence of its own."""
