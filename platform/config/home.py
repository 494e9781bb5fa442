"""The data folder of an installation, and the secrets made for it on the first start."""

from __future__ import annotations

import base64
import json
import os
import secrets
from pathlib import Path

from config import environment

_NAMES = ("secret_key", "audit_key", "vault_key", "superuser", "owner", "app", "sweeper")


def data_folder(root: Path) -> Path:
    """ANAMNESIS_HOME, made where it is missing and readable by its owner alone."""
    folder = Path(environment.read("ANAMNESIS_HOME") or root / "var").expanduser().absolute()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        environment.stop("ANAMNESIS_HOME", f"names {folder}, which cannot be made ({error.strerror})")
    if not os.access(folder, os.W_OK | os.X_OK):
        environment.stop("ANAMNESIS_HOME", f"names {folder}, which is not writable; choose a folder of your own")
    return folder


def load_secrets(folder: Path) -> dict[str, str]:
    """Random keys and database passwords, made once and kept in secrets.json (mode 0600)."""
    path = folder / "secrets.json"
    if not path.exists():
        _create(path)
    try:
        known: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        environment.stop("ANAMNESIS_HOME", f"holds {path}, which cannot be read ({error}); restore it from a backup")
    return known


def _create(path: Path) -> None:
    made = {name: base64.urlsafe_b64encode(secrets.token_bytes(32)).decode() for name in _NAMES}
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(made, file)
    try:
        os.link(temporary, path)  # atomic, and the first of two starts wins
    except FileExistsError:
        pass
    finally:
        temporary.unlink()
