"""Sizes that do not fit into memory: one sentence before anything is drawn, with what is needed and what is there."""

import re
import tracemalloc

import numpy as np
import pytest

import rffviz.diagnose.command as commanded
from rffviz.__main__ import main
from rffviz.diagnose import compare, diagnose
from rffviz.features import RandomFourierFeatures, SphericalFeatures
from rffviz.foundation import memory
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian
from rffviz.measure import error_curve
from rffviz.samplers import SAMPLERS, draw

X = np.random.default_rng(0).standard_normal((20, 3))
WORDS = r"^n_freqs and d must fit into the [\d.,]+ GB of free memory, got n_freqs = [\d,]+ and d = [\d,]+, which need "
WORDS += r"(about [\d.,]+|over 800,000) GB\.$"


def rng():
    return np.random.default_rng(0)


@pytest.mark.parametrize("name", SAMPLERS)
def test_no_scheme_draws_what_does_not_fit(name):
    for d, n_freqs in ((3, 10**11), (10**6, 10**6), (10**12, 2), (3, 10**400)):
        with pytest.raises(Refusal, match=WORDS):
            draw(name, Gaussian(), d, n_freqs, rng())


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLERS)
def test_what_a_draw_takes_is_known(name, monkeypatch):
    """A scheme that makes d × d matrices for few frequencies says so."""
    d = 700 if SAMPLERS[name].square else 2000
    given = (Gaussian(), d, 8, rng(), False, rng().standard_normal((30, d)))
    if SAMPLERS[name].least(Gaussian(), d) > 8:
        return
    draw(name, *given)  # tables that are kept are not counted
    tracemalloc.start()
    draw(name, *given)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 * d**2 * (SAMPLERS[name].square or 0.5)
    monkeypatch.setattr(memory, "_SMALL", 0)
    monkeypatch.setattr(memory, "free_bytes", lambda: 8 * d**2)
    if SAMPLERS[name].square:
        with pytest.raises(Refusal, match=WORDS):
            draw(name, *given)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: RandomFourierFeatures(n_freqs=10**11, random_state=0).fit(X),
        lambda: SphericalFeatures(n_freqs=10**11, random_state=0).fit(X),
        lambda: Gaussian().sample(10**11, 3, rng()),
        lambda: error_curve(X, Gaussian(), "monte_carlo", [10**11], seeds=2),
        lambda: diagnose("orthogonal", Gaussian(), d=2, n_freqs=10**9),
        lambda: diagnose("orthogonal", Gaussian(), d=10**6, n_freqs=16),
        lambda: diagnose(lambda kernel, d, n_freqs, rng: 1 / 0, Gaussian(), d=10**5, n_freqs=10**5),
        lambda: compare("orthogonal", "sorf", Gaussian(), d=2, n_freqs=10**9),
    ],
)
def test_the_library_refuses_what_does_not_fit(ask):
    with pytest.raises(Refusal, match=WORDS):
        ask()


def test_points_beside_many_features_are_refused(monkeypatch):
    features = RandomFourierFeatures(n_freqs=1000, random_state=0).fit(X)
    monkeypatch.setattr(memory, "free_bytes", lambda: 2e8)
    for dtype, n in (("float64", 20_000), ("float32", 40_000)):
        with pytest.raises(Refusal, match=r"^n_points and n_features must .* = 2,000, which need about 0\.3 GB"):
            features.set_params(dtype=dtype).transform(np.broadcast_to(X[0], (n, 3)))


@pytest.mark.parametrize("sizes", ["-d 2 -n 100000000000", "-d 100000000000", "-d 100000 -n 100000"])
@pytest.mark.parametrize(
    "command", ["diagnose orthogonal", "diagnose rom --against orthogonal", "report importance --html {}"]
)
def test_commands_refuse_what_does_not_fit(command, sizes, tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        main(f"{command.format(tmp_path / 'a.html')} {sizes}".split())
    said = capsys.readouterr().err.splitlines()[-1]
    assert ended.value.code == 2 and re.search(WORDS.removeprefix("^"), said) and not list(tmp_path.iterdir())


def test_a_bench_has_a_most_of_rounds(capsys):
    with pytest.raises(SystemExit):
        main(["bench", "transform", "--repeats", "100000000000"])
    assert "--repeats: must be a whole number from 1 to 1000, got" in capsys.readouterr().err


@pytest.mark.release
def test_what_takes_long_says_how_far_it_is(monkeypatch, capsys):
    asked = ["diagnose", "monte_carlo", "-d", "2", "-n", "16", "--seeds", "4"]
    main(asked)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(commanded, "_QUIET", -1.0)
    main(asked)
    assert re.fullmatch(r"( +0 s  \d+% …\n){4,}", capsys.readouterr().err)


def test_the_smallest_limit_counts(tmp_path, monkeypatch):
    (tmp_path / "max").write_text("3000\n")
    (tmp_path / "current").write_text("1000\n")
    (tmp_path / "none").write_text("max\n")
    before = memory.free_bytes()
    groups = ((tmp_path, "none", "current"), ("/nowhere", "max", "current"))
    monkeypatch.setattr(memory, "_GROUPS", groups)
    assert 3000 < before and memory.free_bytes() > 3000
    monkeypatch.setattr(memory, "_GROUPS", (*groups, (tmp_path, "max", "current")))
    assert memory.free_bytes() == 2000
