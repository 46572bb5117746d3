"""What a report measures: its parts agree with what measures them; what is impossible is left out with a reason."""

import json
import shlex
import time

import numpy as np
import pytest

import rffviz.explorer.report.study as studied
from rffviz.__main__ import main
from rffviz.diagnose import SPECIMENS, compare, diagnose, given_frequencies
from rffviz.diagnose.practice import diagnose_practised
from rffviz.explorer.report import scheme_report
from rffviz.explorer.report.again import command, line_of_python, reference
from rffviz.explorer.report.cost import draw_cost
from rffviz.explorer.report.study import GIVEN, HIDDEN, STAGES, curve_points, doing, report_of
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Cauchy, Gaussian, Matern, SpectralMixture
from rffviz.measure import error_curve
from rffviz.papers import Cell
from rffviz.papers.survey import measure_scheme
from rffviz.samplers import SAMPLERS
from rffviz.samplers.own import own_scheme

pytestmark = pytest.mark.slow
SIZES = {"d": 3, "n_freqs": 32, "seeds": 20}


def orthogonal(kernel, d, n_freqs, rng):
    """The name is taken; it accepts multiples of 4 alone."""
    if n_freqs % 4:
        raise ValueError("n_freqs must be a multiple of 4.")
    return kernel.sample(n_freqs, d, rng.spawn(1)[0])  # other draws than those of Monte Carlo


@pytest.fixture(scope="module")
def whole():
    """The report on a function that has a built-in scheme's name, with one dataset of the survey, and its steps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(studied, "SETS", ("diabetes",))
        steps = list(scheme_report.steps(orthogonal, Gaussian(), **SIZES, against="orthogonal"))
    return steps[-1].record, [step.done for step in steps]


@pytest.mark.release
def test_it_grows_and_says_what_is_done(whole):
    _, done = whole
    assert done == sorted(done) and done[-1] == 1 and len(done) > 50
    said = dict.fromkeys(map(doing, done))
    assert [*said] == [words for words, _ in STAGES]


@pytest.mark.release
def test_verdicts_and_comparison_are_those_of_the_debugger(whole):
    record, _ = whole
    expected = diagnose(orthogonal, Gaussian(), **SIZES)
    assert record.report.to_json() == expected.to_json()
    assert record.comparison.to_json() == compare(orthogonal, "orthogonal", Gaussian(), **SIZES).to_json()
    assert record.ok is record.comparison.same is True and record.left_out == {} and record.remarks == ()


def test_the_curves_are_measured_where_the_function_is_defined(whole):
    record, _ = whole
    curves = {curve.sampler: curve for curve in record.convergence.curves}
    assert [*curves] == ["orthogonal_own", "orthogonal", "monte_carlo", "sobol_scrambled"]
    assert record.called == "orthogonal_own" and record.explanation.startswith("The name is taken")
    assert list(record.convergence.curves[0].n_freqs) == [16, 32, 64]
    points = curve_points(Gaussian(), 3)
    expected = error_curve(points, Gaussian(), "sobol_scrambled", [16, 32, 64], 20, "rmse")
    assert np.array_equal(curves["sobol_scrambled"].errors, expected.errors)
    own = next(each for each in record.ratios if each.sampler == "orthogonal_own")
    e, f = (np.mean(curves[name].errors ** 2, axis=0) for name in ("orthogonal_own", "monte_carlo"))
    assert own.ratio == pytest.approx(np.sqrt(e / f), rel=1e-12) and (own.low < 1).all() and (own.high > 1).all()


@pytest.mark.release
@pytest.mark.parametrize("kernel", [Gaussian(0.3), Matern(length_scale=20.0, nu=1.5)], ids=repr)
def test_the_points_lie_where_the_kernel_varies(kernel):
    X = np.asarray(curve_points(kernel, 64))
    squares = ((X[:, None] - X[None]) ** 2).sum(axis=2)[~np.eye(len(X), dtype=bool)]
    assert squares.mean() == pytest.approx(kernel.length_scale**2, rel=0.05)
    assert 0.4 < np.median(kernel(X, X)) < 0.75


def test_the_cells_of_the_survey_are_the_schemes_own(whole):
    record, _ = whole
    (seen,) = record.surveys
    assert seen.dataset == "diabetes" and {"monte_carlo", "orthogonal", "orthogonal_own"} <= set(seen.schemes)
    scheme = own_scheme(orthogonal)
    cell = Cell("survey", "diabetes", scheme.name, 40, kernel="gaussian")  # D/d = 8, d = 10
    values = [measure_scheme(scheme, cell, seed).value for seed in range(5)]
    mean, spread = record.own_errors["diabetes", 8.0]
    assert (mean, spread) == pytest.approx((np.mean(values), np.std(values, ddof=1)), rel=1e-12)
    assert [p.n_seeds for p in seen.points if p.scheme == "orthogonal_own"] == [5] * 4  # D = 10 is no multiple of 4
    assert "The cells" not in str(record.left_out)


@pytest.mark.release
def test_the_cost_is_processor_time_of_the_draw():
    def slow(kernel, d, n_freqs, rng):
        end = time.thread_time() + 0.02
        while time.thread_time() < end:
            pass
        time.sleep(0.02)  # waiting does not count
        return kernel.sample(n_freqs, d, rng)

    cost = draw_cost(own_scheme(slow), Gaussian(), 2, 16, seed=0)
    assert 3 <= len(cost.seconds) == len(cost.baseline) <= 21
    assert 0.02 <= cost.median < 0.035 and cost.ratio == cost.median / cost.baseline_median > 3
    assert cost.quartiles[0] <= cost.median <= cost.quartiles[1]


@pytest.mark.release
def test_what_cannot_be_measured_is_left_out_with_a_reason(monkeypatch):
    monkeypatch.setattr(studied, "SETS", ("diabetes",))
    rows = np.random.default_rng(0).standard_normal((64, 3))
    given = scheme_report(given_frequencies(rows), Gaussian(), 3, seeds=20)
    assert given.left_out == dict.fromkeys(("curve", "cost", "survey"), GIVEN)
    assert given.convergence is given.cost is None and given.surveys == () and given.report.ok
    hidden = report_of(diagnose_practised(1, seeds=20))
    assert set(hidden.left_out.values()) == {HIDDEN} and not hidden.ok
    cauchy = scheme_report("sobol_scrambled", Cauchy(), 3, 32, seeds=20)
    assert [*cauchy.left_out] == ["survey"] and "on the Cauchy kernel" in cauchy.left_out["survey"]
    assert cauchy.remarks[0].startswith("Orthogonal is not in the curves: ") and len(cauchy.ratios) == 2
    length = SPECIMENS["length_scale_inverted"]
    refused = scheme_report(length.name, Gaussian(), 3, 32, seeds=20)
    assert set(refused.left_out.values()) == {
        "sampler = 'length_scale_inverted' is not defined here: At length scale 1 the mistake makes no difference."
    }


@pytest.mark.release
def test_a_scheme_that_requires_data_is_given_the_points(monkeypatch):
    monkeypatch.setattr(studied, "SETS", ("diabetes",))
    monkeypatch.setattr(studied, "_CURVE_SECONDS", 0.0)
    record = scheme_report("leverage", Gaussian(), 2, 16, seeds=20)
    assert record.report.about.n_points == studied.N_POINTS and record.left_out == {}
    assert record.again.startswith("rffviz report leverage ")
    assert len(record.convergence.curves[0].seeds) == 3  # a slow scheme has fewer


def test_a_comparison_that_does_not_hold_what_was_compared_is_refused():
    compared = compare("wrong_side", "monte_carlo", Gaussian(), 3, 16, seeds=3)
    object.__setattr__(compared, "drawn", (None, None, None))
    with pytest.raises(Refusal, match=r"^drawn must hold what was compared, got"):
        report_of(compared)


@pytest.mark.release
@pytest.mark.parametrize(
    "kernel", [Gaussian(0.5), Matern(length_scale=3.0, nu=2.5), Cauchy(1.25)], ids=lambda kernel: kernel.name
)
@pytest.mark.parametrize("seeds", [range(4, 24), (3, 5, 8)], ids=["count", "list"])
def test_the_command_makes_the_same_report(kernel, seeds, capsys):
    said = command("monte_carlo", kernel, 2, 24, seeds, "halton_scrambled", "a file.html")
    words = shlex.split(said)
    assert words[:2] == ["rffviz", "report"] and words[-2:] == ["--html", "a file.html"]
    main(["diagnose", *words[2:-2], "--json"])
    expected = compare("monte_carlo", "halton_scrambled", kernel, 2, 24, seeds)
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(expected.to_json()))


def test_what_the_command_line_cannot_name_is_a_line_of_python():
    assert reference("orthogonal") == "orthogonal" and reference("wrong_side") == "wrong_side"
    assert reference(orthogonal) == f"{__name__}:orthogonal" and reference(lambda kernel, d, n_freqs, rng: 0) == ""
    assert reference(np.zeros((3, 2))) == reference("unknown") == ""
    mixture = SpectralMixture(1.0, [1.0], [[0.0, 0.0]], [[1.0, 1.0]])
    assert command("monte_carlo", mixture, 2, 16, range(3)) == ""
    line = line_of_python("mine", Gaussian(), 2, 16, range(2, 5), "older", data="X")
    kernel = "Gaussian(length_scale=1.0)"
    assert line == f"compare(mine, older, {kernel}, d=2, n_freqs=16, seeds=range(2, 5), X=X).to_html('report.html')"
    alone = line_of_python("mine", Gaussian(), 2, 16, (3, 9), file="it's.html")
    assert alone == f'diagnose(mine, {kernel}, d=2, n_freqs=16, seeds=[3, 9]).to_html("it\'s.html")'


def test_a_registered_function_is_called_by_its_module(monkeypatch):
    monkeypatch.setitem(SAMPLERS, "registered", own_scheme(orthogonal, "registered"))
    assert reference("registered") == f"{__name__}:orthogonal"
