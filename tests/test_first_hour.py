"""“An hour with your sampler”: its files are written, its commands run, and they find what the page says."""

import re
import shlex

import pytest

from rffviz import Gaussian, diagnose
from rffviz.__main__ import main
from rffviz.diagnose import radius_distribution_over_seeds
from rffviz.explorer.web.server import serve
from tests.browser.viewer import ROOT

PAGE = (ROOT / "docs" / "first_hour.md").read_text(encoding="utf-8")
SCHEMES, STEPS, SUITE, PEER, TORCH, RFFLEARN = re.findall(r"```python\n(.*?)```", PAGE, re.S)
COMMANDS = [shlex.split(each)[1:] for each in re.findall(r"```bash\n(.*?)\n```", PAGE, re.S)]
BROKEN, MENDED = re.search(r"Change `(.*?)` to `(.*?)`", PAGE).groups()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "schemes.py").write_text(SCHEMES)
    return tmp_path


@pytest.mark.release
def test_the_mistake_is_found_and_the_page_mends_it(folder, capsys):
    diagnosed = COMMANDS[0]
    assert diagnosed[0] == "diagnose" and main(diagnosed) == 1
    assert re.search(r"^  Norms +error", capsys.readouterr().out, re.M)
    (folder / "mended.py").write_text(SCHEMES.replace(BROKEN, MENDED))
    assert main([each.replace("schemes.py", "mended.py") for each in diagnosed]) == 0


def test_watching_opens_the_debugger_with_both_schemes(folder, monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(serve, "run", lambda arguments, parser, more: asked.append((arguments, more)) or 0)
    watch = COMMANDS[1]
    assert watch[0] == "watch" and main(watch) == 0
    ((arguments, more),) = asked
    assert more[:2] == ("--watch", "schemes.py:rows") and arguments.headless is None
    assert re.fullmatch(r"schemes\?b=orthogonal&dimension=16&n_freqs=256&kernel=gaussian&length_scale=1\.5", more[3])
    assert f":{arguments.port}/{more[3]}" in capsys.readouterr().out


@pytest.mark.release
def test_the_smallest_case_is_a_test_that_fails_until_it_is_mended(folder, capsys):
    assert COMMANDS[3][-1] == "--smallest" and main(COMMANDS[3]) == 1
    case = re.search(r"^def test_.*", capsys.readouterr().out, re.M | re.S)[0]
    with pytest.raises(AssertionError):
        run(case)


@pytest.mark.release
def test_the_wrong_step_is_marked(folder, capsys):
    (folder / "steps.py").write_text(STEPS)
    assert COMMANDS[4][-1] == "--stages" and main(COMMANDS[4]) == 1
    first, norms, _ = capsys.readouterr().out.splitlines()
    assert first.startswith("directions") and "Rows do not have norm 1" in first and first.endswith("← first")
    assert norms.split() == ["norms", "OK"]


@pytest.mark.release
def test_the_suites_test_fails_for_the_mistake_and_passes_once_it_is_mended(folder):
    with pytest.raises(AssertionError, match=r"[Nn]orms"):
        run(SUITE)
    (folder / "mended.py").write_text(SCHEMES.replace(BROKEN, MENDED))
    run(SUITE.replace("from schemes", "from mended"))


@pytest.mark.slow
def test_another_packages_estimator_is_right(folder):
    (folder / "peer.py").write_text(PEER)
    assert main(["diagnose", "peer.py:rbf_sampler", "-d", "8", "-n", "128"]) == 0


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["watch", "schemes:rows"], "must be file.py:function"),
        (["watch", "schemes.py:rows", "--against", "ortogonal"], "did you mean"),
        (["watch", "schemes.py:rows", "-d", "0"], "dimension must be a whole number of at least 1, got 0"),
        (["watch", "schemes.py:rows", "--kernel", "matern", "--nu", "-1"], "nu must be"),
        (["diagnose", "monte_carlo", "-d", "2", "--watch"], "must be file.py:function"),
        (["diagnose", "schemes.py:rows", "-d", "2", "--watch", "--json"], "must go without"),
    ],
)
def test_refusals(folder, capsys, argv, said):
    with pytest.raises(SystemExit):
        main(argv)
    assert said.casefold() in capsys.readouterr().err.casefold()


def run(source):
    """Run a module's source, and the tests that it defines."""
    names = {}
    exec(source, names)
    for name, test in list(names.items()):
        if name.startswith("test_"):
            test()


@pytest.mark.slow
def test_what_torch_and_gpytorch_draw_passes():
    """Where they are installed: they are hundreds of megabytes."""
    pytest.importorskip("gpytorch", reason="GPyTorch is not installed")
    made = {}
    exec(TORCH, made)
    for scheme in ("linear", "rff_kernel"):
        assert diagnose(made[scheme], Gaussian(1.5), 16, 256).ok


@pytest.mark.slow
def test_the_norms_of_rfflearn_are_too_large():
    pytest.importorskip("rfflearn", reason="rfflearn is not installed")
    made = {}
    exec(RFFLEARN, made)
    radius = diagnose(made["orf"], Gaussian(1.5), 16, 256).bias
    found = radius_distribution_over_seeds(radius.radii, radius.weights, Gaussian(1.5), 16)
    assert found.too_long and f"{found.distance:.2f}" == re.search(r"KS distance (0\.\d+)\.\*", PAGE)[1]
