"""`python -m config.probe FILE SECONDS`: exit 0 while FILE is younger than SECONDS. For health checks of workers."""

from __future__ import annotations

import sys
import time
from pathlib import Path


def main(path: str, seconds: str) -> int:
    try:
        age = time.time() - Path(path).stat().st_mtime
    except OSError as error:
        sys.stderr.write(f"{path}: {error.strerror}\n")
        return 1
    if age <= float(seconds):
        return 0
    sys.stderr.write(f"{path} is {age:.0f} s old\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
