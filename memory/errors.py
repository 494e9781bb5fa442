"""What a caller of memory may have to tell a person."""

from __future__ import annotations


class MemoryProblem(Exception):
    """Something about a customer's memory went wrong."""


class UnknownCustomer(MemoryProblem):
    """There is no such customer here."""


class UnknownFact(MemoryProblem):
    """There is no such memory here."""


class CannotMerge(MemoryProblem):
    """Only two memories of the same customer can be merged."""


class EmptyValue(MemoryProblem):
    """A memory needs a value. To remove it, forget it."""


class UnknownRun(MemoryProblem):
    """There is no such run here, or it is undone already."""
