"""Two processes of the explorer, started as the container starts them, behind a real nginx with its own configuration."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request

import pytest
from conftest import ROOT, free_port

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
# What stands around the file in the image, and where it is told which process answered.
AROUND = """
daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/errors;
events {{}}
http {{
    log_format who '$uri|$status|$upstream_addr';
    access_log {folder}/answered who;
    client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
    uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
    include {folder}/explorer.conf;
}}
"""


class Hall:
    """The address that viewers know, and the processes behind it."""

    def __init__(self, folder, ports, processes, address):
        self.folder, self.ports, self.processes, self.address = folder, ports, processes, address

    def log(self):
        """Who answered what: (path, status, address of the process) of every request that is over."""
        return [line.split("|") for line in (self.folder / "answered").read_text().splitlines()]


def started(folder, port):
    """One process, with the environment and the command of the Dockerfile, but on loopback."""
    words = " ".join(re.findall(r"^ENV (.*)$", DOCKERFILE, re.M)).split()
    said = dict(word.split("=", 1) for word in words)
    said |= {"RFFVIZ_CACHE": str(folder), "STREAMLIT_SERVER_ADDRESS": "127.0.0.1", "STREAMLIT_SERVER_PORT": str(port)}
    said |= {"STREAMLIT_SERVER_COOKIE_SECRET": "of both"}
    (command,) = re.findall(r"^ENTRYPOINT (.*)$", DOCKERFILE, re.M)
    environment = {k: v for k, v in os.environ.items() if k != "RFFVIZ_DATA"} | said
    with open(folder / f"log{port}", "w") as log:
        return subprocess.Popen(
            [sys.executable, "-m", *json.loads(command)], cwd=ROOT, env=environment, stdout=log, stderr=log
        )


@contextlib.contextmanager
def hall(folder):
    """Two processes and nginx before them."""
    ports, door = (free_port(), free_port()), free_port()
    text = (ROOT / ".docker/nginx.conf").read_text()
    values = {"ONE": f"127.0.0.1:{ports[0]}", "TWO": f"127.0.0.1:{ports[1]}", "LISTEN": f"127.0.0.1:{door}"}
    for name, value in (values | {"FRAME_ANCESTORS": "'self' https://example.org"}).items():
        text = text.replace(f"${{RFFVIZ_{name}}}", value)
    (folder / "explorer.conf").write_text(text)
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder))
    with contextlib.ExitStack() as stack:
        processes = {}
        for port in ports:
            processes[port] = started(folder, port)
            stack.callback(_ended, processes[port])
        nginx = subprocess.Popen(
            [NGINX, "-p", str(folder), "-e", str(folder / "errors"), "-c", str(folder / "nginx.conf")]
        )
        stack.callback(_ended, nginx)
        for port in (*ports, door):
            _up(port, folder)
        yield Hall(folder, ports, processes, f"http://127.0.0.1:{door}")


def _up(port, folder):
    for _ in range(240):
        with contextlib.suppress(OSError):
            return urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1).read()
        time.sleep(0.25)
    pytest.fail("\n".join(path.read_text()[-2000:] for path in folder.glob("log*")))


def _ended(process):
    process.terminate()
    process.wait(20)
