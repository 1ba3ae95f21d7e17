"""How long a site on one machine is away when it is restarted.

    python bench/restart.py [--times 5]

A copy of this checkout is prepared on a PostgreSQL of its own, and served as systemd does it. Printed are the
seconds from the signal to its end, and from the start until `/health/` says that it is ready; and the seconds
of processor time that all its processes have needed until then, which do not depend on what else runs.
"""

import argparse
import http.client
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import psutil

from bench.valkey import free_port
from clubtornei.launch.postgres import temporary_postgres
from tests.launch.checkout import copied_checkout, environment_of_make

SERVE = [sys.executable, "-m", "clubtornei.launch.serve"]
SETTLED = 10.0  # seconds, until all processes have started


def is_ready(port: int) -> bool:
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        client.request("GET", "/health/", headers={"Host": "localhost"})
        return client.getresponse().status == 200
    except OSError:
        return False
    finally:
        client.close()


def started(checkout: Path, environment: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    """The site, once it is ready."""
    site = subprocess.Popen(SERVE, cwd=checkout, env=environment, stdout=subprocess.DEVNULL)
    while not is_ready(int(environment["PORT"])):
        if site.poll() is not None:
            sys.exit("The site has ended.")
        time.sleep(0.02)
    return site


def processor_time(site: "subprocess.Popen[bytes]") -> float:
    """Of the site and its processes, those that have ended too, in seconds."""
    process = psutil.Process(site.pid)
    return sum(sum(each.cpu_times()[:4]) for each in (process, *process.children(recursive=True)))


def main() -> None:
    arguments = argparse.ArgumentParser(description="How long a restart takes.")
    arguments.add_argument("--times", type=int, default=5)
    with temporary_postgres() as server, copied_checkout("restarted") as checkout:
        of_site = {"DATABASE_URL": server.url, "SECRET_KEY": "k" * 50, "ALLOWED_HOSTS": "localhost"}
        environment = environment_of_make() | of_site | {"PORT": str(free_port()), "REQUEST_LOG": "/dev/null"}
        site = started(checkout, environment)
        print(f"{'stop, s':>8}{'start, s':>10}{'processor, s':>14}")
        for _number in range(arguments.parse_args().times):
            time.sleep(SETTLED)
            begun = time.monotonic()
            site.send_signal(signal.SIGTERM)
            site.wait()
            ended = time.monotonic()
            site = started(checkout, environment)
            ready = time.monotonic()
            print(f"{ended - begun:8.2f}{ready - ended:10.2f}{processor_time(site):14.2f}", flush=True)
        site.send_signal(signal.SIGTERM)
        site.wait()


if __name__ == "__main__":
    main()
