"""One question back: when it is needed, what it offers, and how the customer's answer to it is understood."""
