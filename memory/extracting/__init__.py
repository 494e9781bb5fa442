"""From a customer's line to facts, by a small grammar."""
