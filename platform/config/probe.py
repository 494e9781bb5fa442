"""Health checks without Django: `python -m config.probe FILE SECONDS` and `python -m config.probe URL SECONDS`.

A file is healthy while it is younger than that (workers and beat touch one as they get on), an address when it answers
200 within that.
"""

from __future__ import annotations

import http.client
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit


def main(target: str, seconds: str) -> int:
    fault = _of_address(target, float(seconds)) if "://" in target else _of_file(Path(target), float(seconds))
    if fault:
        sys.stderr.write(f"{target} {fault}\n")
    return 1 if fault else 0


def _of_file(path: Path, seconds: float) -> str:
    try:
        age = time.time() - path.stat().st_mtime
    except OSError as error:
        return str(error.strerror)
    return "" if age <= seconds else f"is {age:.0f} s old"


def _of_address(url: str, seconds: float) -> str:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=seconds)
    try:
        connection.request("GET", parts.path)
        answer = connection.getresponse()
        return "" if answer.status == 200 else f"answers {answer.status}: {answer.read(500).decode(errors='replace')}"
    except OSError as error:
        return f"does not answer ({error})"
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
