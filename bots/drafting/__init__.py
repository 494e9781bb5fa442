"""What writes a reply: the prompt, the model, and the builtin composer."""
