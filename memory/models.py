"""The tables of memory: every row belongs to a tenant and to one customer."""
