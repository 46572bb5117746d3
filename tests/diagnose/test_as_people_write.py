"""Samplers as people write them: the wrong ones are found and named, the right ones are not accused."""

import json
import re
from functools import cache

import numpy as np
import pytest

from rffviz.diagnose import compare, diagnose
from rffviz.diagnose.judging import NEGLIGIBLE
from rffviz.diagnose.measurements import Rate
from rffviz.kernels import Gaussian, Matern
from tests.diagnose.as_people_write import RIGHT, WRONG

LESS_SURE = {"correlations", "coupling", "directions"}


@cache
def report_on(written):
    return diagnose(written.draw, written.kernel, written.d, written.n_freqs)


@pytest.mark.slow
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_one_is_found_and_its_cause_is_named(name):
    report = report_on(WRONG[name])
    assert not report.ok and WRONG[name].says in str(report)
    worst = report.of("fault")
    z = {each.diagnostic: dict(each.remarks[0].values).get("z") for each in worst}
    if "bias" in z:  # what is less sure than the bias comes after it, unless its cause is known
        before = [each for each in worst[: [*z].index("bias")] if each.diagnostic in LESS_SURE and each.rank[1]]
        assert [each.diagnostic for each in before if z[each.diagnostic] < z["bias"]] == []


@pytest.mark.release
@pytest.mark.parametrize("name", RIGHT)
def test_a_right_one_is_not_accused(name):
    report = report_on(RIGHT[name])
    assert report.ok and RIGHT[name].says in f"{report} {report.headline}"
    assert not report.of("costly") or RIGHT[name].says.startswith("Coarse")


@pytest.mark.release
@pytest.mark.parametrize("name", [*WRONG, *RIGHT])
def test_one_is_no_plural_and_no_factor_is_one(name):
    said = [str(each) for verdict in report_on((WRONG | RIGHT)[name]).verdicts for each in verdict.remarks]
    assert [
        each for each in said if re.search(r"(?<![\d.,])1 (times|seeds|frequencies|draws|dimensions)\b", each)
    ] == []


@pytest.mark.release
def test_what_is_exact_at_one_length_scale_is_found_at_another():
    wrong = WRONG["scale_left_out"]
    report = diagnose(wrong.draw, Gaussian(), 2, 32, 20, rate=False)
    assert not report.ok and {each.length_scale for each in report.of("fault")} == {1.7}
    assert report.headline.startswith("Error at ℓ = 1.7 in norms")
    assert report["radius"].short.endswith("at ℓ = 1.7")
    assert "Found at ℓ = 1.7; at ℓ = 1 no error is found." in report["radius"].sentence
    given = diagnose(wrong.draw, Gaussian(1.7), 2, 32, 20, rate=False)
    assert given.headline.startswith("Error in") and given["radius"].length_scale is None


@pytest.mark.slow
def test_a_scheme_of_one_length_scale_alone_is_judged_there():
    def at_one(kernel, d, n_freqs, rng):
        if kernel.length_scale != 1:
            raise ValueError("ℓ must be 1.")
        return rng.standard_normal((n_freqs, d))

    assert diagnose(at_one, Gaussian(), 2, 32, 20, rate=False).ok


@pytest.mark.release
def test_a_deviation_is_graded_by_what_it_does_to_the_estimate():
    """Centred Latin hypercubes: negligible at many points, biased at few; both numbers are said."""
    centred = RIGHT["centred_latin_hypercube"].draw
    many, few = (diagnose(centred, Gaussian(1.3), 2, n, 40, rate=False) for n in (256, 8))
    assert many.ok and many.headline.startswith("Negligible deviation: extreme norms")
    (said,) = [each for each in many["extremes"].remarks if each.code == "negligible"]
    values = dict(said.values)
    assert 0 <= values["share"] < NEGLIGIBLE and values["moved"] == pytest.approx(values["share"] * values["sigma"])
    assert "of the SD of one Monte Carlo draw of 256 frequencies" in str(said)
    assert not few.ok and few["bias"].status == "fault"


@pytest.mark.release
def test_a_known_factor_stays_an_error_however_few_frequencies_there_are():
    def root_two(kernel, d, n_freqs, rng):
        return 2**0.5 * kernel.sample(n_freqs, d, rng)

    report = diagnose(root_two, Gaussian(1.3), 3, 4, 200, rate=False)
    assert not report.ok and report["radius"].status == "fault"


@pytest.mark.parametrize(
    ("low", "status", "code"),
    [
        (-0.34, "fault", "does_not_fall"),
        (-0.36, "costly", "falls_slowly"),
        (-0.41, "fine", "falls_as_root"),
        (-0.79, "fine", "falls_as_root"),
        (-0.81, "fine", "falls_fast"),
    ],
)
def test_a_rate_is_judged_by_the_ends_of_its_interval(low, status, code):
    from rffviz.diagnose.judge_error import judged_rate
    from rffviz.diagnose.measurements import gather
    from rffviz.diagnose.source import source

    *_, (_, measurements) = gather(source("monte_carlo", Gaussian(), 2, 16), tuple(range(20)))
    measurements.rate = Rate((16, 64, 256), (1.0, 0.8, 0.6), low + 0.1, low, low + 0.2)
    verdict = judged_rate(measurements)
    assert (verdict.status, verdict.code) == (status, code)


@pytest.mark.release
def test_a_declared_floor_is_no_error():
    for name in ("sorf", "simplex"):
        assert diagnose(name, Gaussian(), 2, 256).ok, name


@pytest.mark.release
def test_a_design_is_judged_by_its_error_whoever_wrote_it():
    ours, theirs = (diagnose(scheme, Gaussian(), 3, 128) for scheme in ("sobol", RIGHT["sobol_without_the_first"].draw))
    for report in (ours, theirs):
        assert report.ok and report["reproducibility"].code == "not_randomised"
        assert report.headline.startswith("Deterministic design: its error is 0.") and not report.of("costly")


@pytest.mark.slow
def test_what_claims_no_unbiasedness_is_not_called_unbiased():
    declared = diagnose("sorf", Gaussian(), 4, 64, 40, rate=False)
    assert not declared.found.sample.unbiased and "nbiased" not in declared.headline


@pytest.mark.release
def test_the_smallest_case_is_a_test_that_fails():
    def one_radius(kernel, d, n_freqs, rng):
        W = rng.standard_normal((n_freqs, d))
        return W / np.linalg.norm(W, axis=1, keepdims=True) * d**0.5 / kernel.length_scale

    steps = [*diagnose.steps(one_radius, Gaussian(1.3), 8, 64, 40, rate=False, smallest=True)]
    report, done = steps[-1].record, [step.done for step in steps]
    case = report.smallest
    assert done == sorted(done) and steps[-1].finished and not any(step.finished for step in steps[:-1])
    assert ((case.d, case.n_freqs) <= (2, 2) and "have norm" in case.shown) or case.n_freqs == 1
    assert case.shown.startswith(f"d = {case.d}, n = {case.n_freqs}: ") and case.shown in str(report)
    assert json.loads(json.dumps(report.to_json()))["smallest"]["test"] == case.test
    space = {"one_radius": one_radius}
    exec(case.test, space)
    with pytest.raises(AssertionError):
        space["test_one_radius_at_its_smallest"]()
    assert diagnose("monte_carlo", Gaussian(1.3), 2, 16, 20, rate=False, smallest=True).smallest is None


@pytest.mark.release
def test_signs_left_out_are_no_failure_beside_orthogonal_frequencies():
    found = compare(RIGHT["qr_without_signs"].draw, "orthogonal", Gaussian(1.3), 8, 64)
    assert found.same and found["mean"].status == "different" and found["bias"].status == "same"


@pytest.mark.release
def test_the_smallest_case_is_found_at_the_length_scale_of_the_error():
    report = diagnose(WRONG["scale_left_out"].draw, Gaussian(), 8, 64, 20, rate=False, smallest=True)
    assert report.smallest.kernel == Gaussian(1.7) and report.smallest.d == 1


@pytest.mark.slow
def test_a_spectrum_of_another_order_is_named_at_any_length_scale():
    def other(kernel, d, n_freqs, rng):
        return Matern(kernel.length_scale, 2.5).sample(n_freqs, d, rng)

    report = diagnose(other, Matern(1.7, 1.5), 3, 128, 40, rate=False)
    assert "They fit a Student t distribution with 5 degrees of freedom" in report["radius"].sentence


@pytest.mark.slow
@pytest.mark.daily
@pytest.mark.parametrize(
    ("draw", "found"),
    [
        (lambda kernel, d, n_freqs, rng: kernel.sample(n_freqs, d, rng) / (2 * np.pi), "scale"),
        (lambda kernel, d, n_freqs, rng: rng.uniform(size=(n_freqs, d)), "mean"),
    ],
    ids=["hertz", "no inverse"],
)
def test_a_wrong_margin_of_independent_coordinates_is_no_correlation(draw, found):
    report = diagnose(draw, Gaussian(1.5), 3, 128, 30, rate=False)
    assert report[found].status == "fault" and report["correlations"].status == "fine"
    assert not any(each.short.startswith("the squares") for each in report.of("fault"))
