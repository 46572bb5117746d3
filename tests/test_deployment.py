"""What serves the explorer to others: the image, the two processes behind nginx, and the versions that CI installs."""

import itertools
import json
import pathlib
import re
import subprocess
from types import SimpleNamespace

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import covering, share, shared

ROOT = pathlib.Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
NGINX = (ROOT / ".docker/nginx.conf").read_text()
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]


def instructions(name):
    """The arguments of an instruction of the Dockerfile, one string each."""
    return [" ".join(found.split()) for found in re.findall(rf"^{name} (.*)$", DOCKERFILE, re.M)]


def test_the_image_runs_as_nobody_in_particular_and_is_asked_how_it_is():
    (base,) = instructions("FROM")
    assert re.fullmatch(r"python:3\.\d+-slim", base)
    assert instructions("USER") == ["rffviz"]
    assert DOCKERFILE.index("\nUSER") > DOCKERFILE.rindex("\nRUN")  # what it runs is not its own to change
    (health,) = instructions("HEALTHCHECK")
    (port,) = instructions("EXPOSE")
    assert f"http://127.0.0.1:{port}/_stcore/health" in health
    environment = dict(word.split("=", 1) for word in instructions("ENV")[0].split())
    assert environment["STREAMLIT_SERVER_ADDRESS"] == "0.0.0.0" and environment["STREAMLIT_SERVER_PORT"] == port
    assert environment["STREAMLIT_SERVER_FILE_WATCHER_TYPE"] == "none"
    assert environment["STREAMLIT_BROWSER_GATHER_USAGE_STATS"] == "false"
    assert environment["OPENBLAS_NUM_THREADS"] == environment["OMP_NUM_THREADS"] == "1"


def test_the_image_takes_what_it_needs_and_docker_sees_nothing_else():
    first, *let_in = (ROOT / ".dockerignore").read_text().split()
    taken = {word for copy in instructions("COPY") for word in copy.split()[:-1]}
    assert first == "*" and let_in.pop() == "**/__pycache__"
    assert {name.removeprefix("!").removesuffix("/config.toml") for name in let_in} == taken
    assert [name for name in taken if not (ROOT / name).exists()] == []


def test_two_processes_share_a_secret_that_somebody_must_set():
    assert SERVICES["one"] == SERVICES["two"]
    assert SERVICES["one"]["environment"]["STREAMLIT_SERVER_COOKIE_SECRET"].startswith("${RFFVIZ_COOKIE_SECRET:?")
    assert "ports" not in SERVICES["one"]  # nobody reaches them but through nginx
    assert set(SERVICES["nginx"]["depends_on"]) == {"one", "two"}
    assert ".env" in (ROOT / ".gitignore").read_text().split()
    for service in SERVICES.values():
        assert service["cap_drop"] == ["ALL"] and service["restart"] == "unless-stopped"
        assert service["tmpfs"][0].startswith("/tmp:size=")  # an upload on its way is in memory


def test_no_service_can_take_the_whole_machine_or_change_itself():
    for service in SERVICES.values():
        assert service["read_only"] is True
        assert service["mem_limit"] and service["cpus"] and service["pids_limit"] > 0
        assert all(re.search(r":size=\d+m", place) for place in service["tmpfs"])
    written = [place.split(":")[0] for place in SERVICES["nginx"]["tmpfs"]]
    assert written == ["/tmp", "/etc/nginx/conf.d"]  # what nginx's image writes to


def test_images_are_pinned_and_kept_up_to_date():
    *_, image = re.fullmatch(r"\$\{(RFFVIZ_NGINX_IMAGE):-(.*)\}", SERVICES["nginx"]["image"]).groups()
    for name in (image, *instructions("FROM")):
        assert re.search(r":\d+\.\d+", name), name  # a version, not "latest" or "stable"
    update = yaml.safe_load((ROOT / ".github/dependabot.yml").read_text())["updates"]
    places = {(each["package-ecosystem"], each["directory"]) for each in update}
    assert "docker image ls --digests" in (ROOT / ".github/workflows/test.yml").read_text()
    assert {("docker", "/"), ("docker-compose", "/"), ("github-actions", "/")} <= places


def test_nginx_is_given_what_its_configuration_leaves_open():
    given = SERVICES["nginx"]["environment"]
    left_open = set(re.findall(r"\$\{(\w+)\}", NGINX))
    assert left_open == {name for name in given if re.match(given["NGINX_ENVSUBST_FILTER"], name)}
    assert SERVICES["one"]["environment"]["RFFVIZ_FRAME_ANCESTORS"] == "${RFFVIZ_FRAME_ANCESTORS:-'self'}"
    (port,) = instructions("EXPOSE")
    assert [given["RFFVIZ_ONE"], given["RFFVIZ_TWO"]] == [f"one:{port}", f"two:{port}"]
    assert SERVICES["nginx"]["ports"][0].endswith(f":{given['RFFVIZ_LISTEN']}")
    (mounted,) = SERVICES["nginx"]["volumes"]
    source, target, mode = mounted.split(":")
    assert (ROOT / source).read_text() == NGINX and target.endswith(".conf.template") and mode == "ro"


def test_nginx_takes_the_largest_file_that_streamlit_takes():
    most = re.search(r"maxUploadSize = (\d+)", (ROOT / ".streamlit/config.toml").read_text())
    through = re.search(r"client_max_body_size (\d+)m", NGINX)
    assert int(most[1]) < int(through[1]) <= int(most[1]) + 1


def test_what_a_page_may_do_is_said_once():
    assert "Content-Security-Policy" not in NGINX and "nosniff" not in NGINX and "Referrer-Policy" not in NGINX


def test_the_development_container_installs_what_the_tests_need():
    container = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text())
    assert {"chromium", "nginx"} <= set(container["postCreateCommand"].split())
    assert "-r tests/requirements.txt" in container["postCreateCommand"]
    assert container["forwardPorts"] == [8501]


def test_the_development_container_keeps_what_protects_from_other_sites():
    """Streamlit refuses other sites; one more is let in: where a codespace forwards the port to."""
    command = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text())["postAttachCommand"]
    assert "enable" not in command

    def run(**environment):
        said = subprocess.run(["sh", "-c", f"echo {command}"], env=environment, capture_output=True, text=True).stdout
        return said.split()[3:]

    assert run() == []
    forwarded = run(CODESPACE_NAME="fond-fig", GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN="forwarded.example")
    assert forwarded == ["--server.corsAllowedOrigins", "https://fond-fig-8501.forwarded.example"]


def test_the_versions_known_to_pass_lie_in_the_ranges():
    lines = [line for line in (ROOT / "tests/constraints.txt").read_text().splitlines() if not line.startswith("#")]
    known = {canonicalize_name(name): version for name, version in (line.split("==") for line in lines)}
    for name in ("requirements.txt", "tests/requirements.txt"):
        for line in (ROOT / name).read_text().splitlines():
            if line and not line.startswith(("-r", "#")):
                wanted = Requirement(line)
                assert wanted.specifier.contains(known[canonicalize_name(wanted.name)]), line


def test_the_shares_of_a_release_make_the_whole_of_it():
    names = [f"tests/test_some.py::test_{k}[{k % 7}]" for k in range(1000)]
    parts = [shared(names, k, 16) for k in range(1, 17)]
    assert sorted(itertools.chain(*parts)) == sorted(names) and min(map(len, parts)) > 30
    assert share("16/16") == (16, 16)
    for text in ("3", "0/16", "17/16", "1/0", "a/b"):
        with pytest.raises(ValueError):
            share(text)


def test_each_value_of_each_argument_of_a_product_is_daily():
    def cases(marks, given):
        marked = [SimpleNamespace(args=(names, ())) for names in marks]
        return [SimpleNamespace(callspec=SimpleNamespace(params=each), iter_markers=lambda _: marked) for each in given]

    product = [{"a": a, "b": -a, "c": c, "fixture": f} for a in range(3) for c in (1, True, "1") for f in "xyz"]
    chosen = [product[k] for k in covering(cases(["a, b", ["c"]], product))]
    assert len(chosen) == 3
    for name in ("a", "c", "fixture"):
        assert len({(type(each[name]), each[name]) for each in chosen}) == 3
    table = [{"a": 0, "b": 1}, {"a": 0, "b": 2}, {"a": 3, "b": 1}]
    assert [*covering(cases(["a, b"], table))] == [0, 1, 2]  # one mark: no product


def test_ci_installs_the_newest_and_the_known_versions_and_looks_for_holes():
    text = (ROOT / ".github/workflows/test.yml").read_text()
    workflow = yaml.safe_load(text)
    test = workflow["jobs"]["test"]
    assert "schedule" in workflow[True]  # YAML reads "on" as true
    assert '\'["", "tests/constraints.txt"]\'' in test["strategy"]["matrix"]["versions"]
    assert test["env"]["PIP_CONSTRAINT"] == "${{ matrix.versions }}"
    *_, whole = (step["run"] for step in test["steps"] if ".ci/run" in step.get("run", ""))
    assert whole == "bash .ci/run ${{ env.WHOLE || '$(( GITHUB_RUN_NUMBER * JOBS + JOB ))' }}"
    assert test["env"]["WHOLE"] == "${{ (github.event_name == 'schedule' || github.ref_type == 'tag') && 'all' || '' }}"
    assert "pip-audit" in text
    run = (ROOT / ".ci/run").read_text()
    assert "bandit -q -r rffviz pages app.py -ll" in run and "install nginx" in run
