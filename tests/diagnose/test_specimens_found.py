"""Every specimen is found by the diagnostics that must find it, and no right scheme is accused."""

from collections import Counter

import numpy as np
import pandas
import pytest

from rffviz.diagnose import diagnose
from rffviz.diagnose.specimens import RIGHT, SPECIMENS
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian

pytestmark = pytest.mark.slow

FEWEST, MORE = 20, 60  # seeds: what is right but costly shows in a variance, which needs more


def examined(scheme):
    seeds = MORE if scheme.expected == "costly" else FEWEST
    return diagnose(scheme, scheme.kernel, scheme.d, scheme.n_freqs, seeds, rate=False)


def daily(names, found_by):
    """Every day one for each diagnostic and status; the others where a release is checked."""
    seen, found = Counter(), []
    for name in names:
        kinds = found_by(name)
        found.append(pytest.param(name, marks=() if any(not seen[each] for each in kinds) else pytest.mark.release))
        seen.update(kinds)
    return found


@pytest.mark.parametrize("name", daily(SPECIMENS, lambda name: (*SPECIMENS[name].found_by, SPECIMENS[name].expected)))
def test_a_mistake_is_found_by_what_must_find_it(name):
    scheme = SPECIMENS[name]
    report = examined(scheme)
    assert report.ok == (scheme.expected == "costly")
    for diagnostic in scheme.found_by:
        assert report[diagnostic].status in ("fault", "costly"), diagnostic
        assert report[diagnostic].severity > 0


@pytest.mark.parametrize("name", daily(RIGHT, lambda name: (RIGHT[name].expected, RIGHT[name].kernel, RIGHT[name].d)))
def test_a_right_scheme_is_not_accused(name):
    scheme = RIGHT[name]
    report = examined(scheme)
    assert report.ok, report.headline
    if scheme.expected == "costly":
        assert any(verdict.status == "costly" for verdict in report.verdicts)


@pytest.mark.parametrize("i, j", [(62, 63), (0, 40)])
def test_a_correlation_is_found_over_seeds_that_one_draw_hides(i, j):
    """Correlation 0.3 of two of 64 coordinates with 16 frequencies: the pair itself is named, and k̂ is off along it."""

    def pair(kernel, d, n_freqs, rng):
        W = kernel.sample(n_freqs, d, rng)
        W[:, j] = 0.3 * W[:, i] + np.sqrt(1 - 0.09) * W[:, j]
        return W

    report = diagnose(pair, Gaussian(), 64, 16, 60, rate=False)
    found = dict(report["correlations"].remarks[0].values)
    assert report["correlations"].status == "fault" and (found["i"], found["j"]) == (i + 1, j + 1)
    assert found["value"] == pytest.approx(0.3, abs=0.15)  # 4/√(60·16)
    assert not report.ok and report.headline.startswith("Error in")


@pytest.mark.release
@pytest.mark.parametrize("factor, name", [(2**0.5, "√2"), (2 * np.pi, "2π"), (1.37, "")])
def test_a_factor_is_named(factor, name):
    report = diagnose(lambda kernel, d, n_freqs, rng: factor * kernel.sample(n_freqs, d, rng), Gaussian(), 3, 64, 30)
    (remark,) = [each for each in report["radius"].remarks if each.code.startswith("factor")]
    found = dict(remark.values)
    assert found["factor"] == pytest.approx(factor, rel=0.05) and found.get("name", "") == name


@pytest.mark.release
def test_smallest_effects_are_said_and_are_nearly_seen():
    """What is said to be detectable is seen nine times of ten, and half of it hardly ever."""
    plain = diagnose("monte_carlo", Gaussian(), 3, 64, 40, rate=False)
    factor = dict(plain["scale"].remarks[0].values)["factor"]

    def seen(by):
        def wide(kernel, d, n_freqs, rng):
            return kernel.sample(n_freqs, d, rng) * [by, 1, 1]

        starts = range(0, 1000, 100)
        return sum(diagnose(wide, Gaussian(), 3, 64, 40, at, rate=False)["scale"].status == "fault" for at in starts)

    assert seen(factor) >= 6  # of 10; 9 are expected
    assert seen(factor**0.4) <= 3


@pytest.mark.release
def test_a_report_for_notebooks_suites_and_machines():
    report = diagnose("two_gammas", Gaussian(), 3, 64, 30)
    columns = report.to_frame()
    assert set(columns) == {"diagnostic", "status", "severity", "sentence"}
    assert len(set(map(len, columns.values()))) == 1 and columns["status"][0] == "fault" and not report.ok
    assert "<table>" in report._repr_html_() and "two_gammas" in str(report)
    said = report.to_json()
    assert said["ok"] is False and said["verdicts"][0]["status"] == "fault" and said["seeds"] == list(range(30))
    assert report.worst is report.verdicts[0]
    with pytest.raises(KeyError):
        report["nothing"]


@pytest.mark.parametrize(
    "scheme, change, words",
    [
        ("nothing", {}, "scheme must be"),
        ("monte_carlo", {"seeds": 2}, "seeds must be"),
        ("leverage", {}, "X must be given"),
        ("leverage", {"X": np.eye(9)}, "X must have the 3 dimensions of the frequencies, got 9"),
        ("moment_matching", {"n_freqs": 2}, "n_freqs must be at least"),
        (np.zeros((3, 4)), {}, "d must be the number of columns of the frequencies, 4, got 3. This looks transposed"),
        (np.full((3, 3), np.nan), {}, "finite"),
    ],
    ids=["name", "seeds", "data", "points", "few", "columns", "nan"],
)
def test_refusals(scheme, change, words):
    with pytest.raises(ValueError, match=words):
        diagnose(scheme, Gaussian(), 3, **{"n_freqs": 16, "seeds": 20} | change)


def test_frequencies_that_are_given_have_their_dimension():
    W = np.random.default_rng(0).standard_normal((64, 3))
    for given in (W, W.tolist(), (W, np.full(64, 1 / 64)), (W, np.full(64, 1 / 64), np.zeros(64))):
        assert diagnose(given, Gaussian()).about.d == 3
    assert "phases" in [each.diagnostic for each in diagnose(given, Gaussian()).of("fault")]
    frame = pandas.DataFrame(W, columns=["W", "b", "c"])
    assert diagnose(frame, Gaussian()).about.d == 3 and diagnose(tuple(map(tuple, W)), Gaussian()).about.d == 3
    for wrong, words in (
        ("monte_carlo", "d must be given for a scheme"),
        ((), "W must"),
        ([[1.0], [1.0, 2.0]], "W must"),
    ):
        with pytest.raises(Refusal, match=words):
            diagnose(wrong, Gaussian())


def test_an_array_with_more_columns_than_rows_is_asked_about():
    """scikit-learn's `random_weights_` holds frequencies as columns."""
    W = np.random.default_rng(0).standard_normal((64, 4))
    asked = "4 frequencies in 64 dimensions: are frequencies the columns? They must be the rows."
    assert asked in str(diagnose(W.T, Gaussian())) and "the columns?" not in str(diagnose(W, Gaussian()))
    assert "the columns?" not in str(diagnose("monte_carlo", Gaussian(), 64, 4, 20, rate=False))


def test_phases_in_the_place_of_weights_are_refused_in_a_given_sample_too():
    rng = np.random.default_rng(0)
    W, phases = rng.standard_normal((64, 4)), rng.uniform(0, 2 * np.pi, 64)
    with pytest.raises(
        Refusal, match=r"^the weights look like phases, from 0 to 2π: .* \(frequencies, weights, phases\)"
    ):
        diagnose((W, phases), Gaussian())
    assert diagnose((W, None, phases), Gaussian()).ok
