"""The nginx of the machine with deploy/nginx.conf, for as long as it is needed."""

import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import create_connection
from typing import NamedTuple

import psutil

from bench.valkey import free_port
from clubtornei.launch import children

CONFIGURATION = Path(__file__).resolve().parent.parent / "deploy" / "nginx.conf"
AROUND = """\
pid {folder}/pid;
error_log stderr;
worker_processes 1;
events {{ worker_connections 4096; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/clubtornei.conf;
}}
"""
START_TIMEOUT = 5.0  # seconds


class Nginx(NamedTuple):
    """A running nginx: its port, and its process."""

    port: int
    process: psutil.Process


def program() -> str | None:
    """The nginx of this machine, if there is one."""
    return shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")


def written(folder: Path, port: int, upstream: int) -> Path:
    """deploy/nginx.conf for these ports, and around it what a distribution has in its own nginx.conf."""
    site = CONFIGURATION.read_text().replace("listen 80;", f"listen 127.0.0.1:{port};")
    site = site.replace("server 127.0.0.1:8000;", f"server 127.0.0.1:{upstream};")
    site = site.replace("/var/lib/nginx/clubtornei", f"{folder}/cache")
    (folder / "clubtornei.conf").write_text(site)
    main = folder / "nginx.conf"
    main.write_text(AROUND.format(folder=folder))
    return main


@contextmanager
def temporary_nginx(upstream: int) -> Iterator[Nginx]:
    """Run nginx in front of the site on that port while the block runs."""
    with tempfile.TemporaryDirectory(prefix="clubtornei-nginx-") as folder:
        port = free_port()
        command = [program() or "nginx", "-c", written(Path(folder), port, upstream), "-g", "daemon off;"]
        Path(folder).chmod(0o755)  # its worker is another user
        process = children.start(command, stop_signal=signal.SIGTERM, cwd=Path(folder))
        try:
            deadline = time.monotonic() + START_TIMEOUT
            while process.poll() is None and time.monotonic() < deadline:
                with suppress(ConnectionError), create_connection(("127.0.0.1", port), 1):
                    break
                time.sleep(0.02)
            else:
                raise RuntimeError(f"nginx did not start: exit status {process.poll()}")
            yield Nginx(port, psutil.Process(process.pid))
        finally:
            children.stop(process, (signal.SIGTERM, 5.0))
