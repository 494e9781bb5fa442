"""Everything outside the process, as Protocols and frozen types; `get_port` finds the adapter that settings name."""

from ports.registry import get_port, port_scope

__all__ = ["get_port", "port_scope"]
