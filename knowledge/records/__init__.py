"""Business records: facts with one right value, looked up by program and rendered by program."""
