"""Whether the site on this machine is ready, by `/health/`: `python -m clubtornei.launch.ready`.

A container asks so. Exit status 0: it is; 1: it is not, or does not answer.
"""

import http.client
import os
import sys

PORT = "8000"
TIMEOUT = 5.0  # seconds


def ready(port: int, host: str) -> bool:
    """Ask, by a name that the site answers to."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
    try:
        connection.request("GET", "/health/", headers={"Host": host})
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    first = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip()
    sys.exit(not ready(int(os.environ.get("PORT") or PORT), first or "localhost"))
