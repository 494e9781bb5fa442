from __future__ import annotations


class JobError(Exception):
    """A job could not be run."""


class LeaseLost(JobError):
    """Another worker holds this job now: what was worked out here is thrown away."""


class UnknownKind(JobError):
    """No handler is registered for this kind of job. Is its app in INSTALLED_APPS?"""
