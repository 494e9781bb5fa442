from __future__ import annotations


class ApiError(Exception):
    """The API could not do this."""


class KeyInvalid(ApiError):
    """This API key is unknown or was revoked. Make a new one in the console."""
