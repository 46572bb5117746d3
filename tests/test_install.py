"""What pip installs: built once, and run from a folder that is not the clone; its types hold."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import zipfile

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

import rffviz

ROOT = pathlib.Path(rffviz.__file__).parents[1]
NOT_SOURCE = shutil.ignore_patterns(".git", ".venv", "__pycache__", "build", "*.egg-info", ".*_cache")
SCHEME = '''"""A scheme of a user's own, beside their data."""


def my_directions(kernel, d, n_freqs, rng):
    """Monte Carlo."""
    return kernel.sample(n_freqs, d, rng)
'''


def run(*command, **where):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, **where)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def messages_of(address, page, query):
    """All that the server sends to a browser that opens the page, until it is finished."""
    ask, messages = BackMsg(), []
    ask.rerun_script.page_name, ask.rerun_script.query_string = page, query
    with connect(f"{address.replace('http', 'ws')}/_stcore/stream", subprotocols=["streamlit"], max_size=None) as line:
        line.send(ask.SerializeToString())
        while not messages or messages[-1].WhichOneof("type") != "script_finished":
            messages.append(ForwardMsg())
            messages[-1].ParseFromString(line.recv(60))
    return messages


@pytest.mark.release
def test_what_is_installed_holds_everything_and_runs_from_another_folder(tmp_path):
    source, elsewhere, site = tmp_path / "source", tmp_path / "elsewhere", tmp_path / "site"
    shutil.copytree(ROOT, source, ignore=NOT_SOURCE)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", tmp_path, source)  # the wheel from the sdist
    (wheel,) = tmp_path.glob("*.whl")
    explorer = [source / "app.py", *(source / "pages").glob("*.py"), source / ".streamlit/config.toml"]
    expected = {f"rffviz/explorer/front/{path.relative_to(source).as_posix()}" for path in explorer}
    expected |= {path.relative_to(source).as_posix() for path in source.glob("rffviz/**/*") if path.is_file()}
    assert {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name} == expected

    run(sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", site, wheel)
    elsewhere.mkdir()
    (elsewhere / "mine.py").write_text(SCHEME)
    where = {"cwd": elsewhere, "env": os.environ | {"PYTHONPATH": str(site), "RFFVIZ_CACHE": str(tmp_path)}}
    command = site / "bin" / "rffviz"
    assert run(command, "--version", **where) == f"rffviz {rffviz.__version__}\n"
    sizes = ("-d", "2", "-n", "16", "--seeds", "20")
    assert "my_directions" in run(command, "diagnose", "mine:my_directions", *sizes, **where)

    options = ("--port", "0", "--headless", "--sampler", "mine:my_directions")
    server = subprocess.Popen([command, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **where)
    try:
        said, address = "", None
        while address is None:
            line = server.stdout.readline()
            assert line, said
            said, address = said + line, re.search(r"URL: (http://127\.0\.0\.1:\d+)", line)
        messages = messages_of(address[1], "convergence", "view=matrices&scheme=my_directions")
        server.send_signal(signal.SIGINT)
        assert server.communicate(timeout=30)[0].strip() == "" and server.returncode == 0
    finally:
        server.kill()
    begun = next(message.new_session for message in messages if message.WhichOneof("type") == "new_session")
    assert begun.custom_theme.light.primary_color == "#1f5fa8" and not begun.config.gather_usage_stats
    shown = [message.delta.new_element for message in messages if message.WhichOneof("type") == "delta"]
    kinds = {element.WhichOneof("type") for element in shown}
    assert "plotly_chart" in kinds and not kinds & {"exception", "alert"}  # nothing is said against the link's scheme
    assert any("My directions" in element.selectbox.options for element in shown)


@pytest.mark.release
def test_types_hold():
    """What pyproject.toml names, at the level that it names: users' type checkers believe what is written there."""
    assert run(sys.executable, "-m", "mypy", cwd=ROOT).startswith("Success: no issues found in ")
