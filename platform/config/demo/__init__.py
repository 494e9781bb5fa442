"""The demo that a first start shows."""

from config.demo.people import log_ins
from config.demo.seed import seed_demo

__all__ = ["log_ins", "seed_demo"]
