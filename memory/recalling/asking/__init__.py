"""What a question asks for, and the question as it stands alone."""
