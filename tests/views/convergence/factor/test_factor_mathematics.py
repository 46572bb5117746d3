"""The formulas under the view are whole, and their numbers are what they give."""

import math

import pytest

from rffviz.kernels import Gaussian, Laplacian
from rffviz.studies.factor import dissection
from tests.views.mathematics import WIDE, Mathematics, X, value


def dissected(kernel=WIDE, **asked):
    return dissection(X, kernel, n_seeds=20, **asked)


MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: dissected(),
        lambda: dissected(map="offset", epsilon=0.3),
        lambda: dissected(Laplacian(), epsilon=0.3),
        lambda: dissected(Gaussian(50.0), epsilon=1.5),
        lambda: dissected(confidence=0.999),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
@pytest.mark.parametrize("case", range(5))
def test_the_stairs_are_printed_step_by_step(case):
    found = MATHEMATICS.record(case)
    asked = {step.name: step.n_freqs for step in found.steps}
    in_full = [line for line in MATHEMATICS.lines_with(r"D=\Big\lceil", case)]
    over_ball = [name for name in ("printed", "constants", "radius") if math.isfinite(asked.get(name, math.inf))]
    assert [value(line.rpartition("=")[2]) for line in in_full] == [asked[name] for name in (*over_ball, "pairs")]
    for name, pattern in (("variance", r"2v+"), ("exponent", r"\sup_{s>0}"), ("normal", r"\Phi")):
        (line,) = MATHEMATICS.lines_with(pattern, case)
        assert value(line.partition(r"\text{from}\ D=")[2].partition(",\\qquad")[0]) == asked[name]


@pytest.mark.slow
def test_the_printed_proof_keeps_its_promise_with_its_numbers_put_in():
    """κ₁r⁻ᵈ + κ₂r² at the radius that makes both equal, which is printed with what it gives."""
    found = MATHEMATICS.record()
    m, d, ell, e, s = found.steps[0].n_freqs, 2, found.diameter.value, found.epsilon, found.sigma_p
    first, second = 2 * (4 * ell) ** d * math.exp(-m * e**2 / 8), (2 * s / e) ** 2
    r = (first / second) ** (1 / (d + 2))
    assert MATHEMATICS.printed("r=\\exp") == pytest.approx(r, rel=1e-3)
    assert MATHEMATICS.printed(r"\ln T=") == pytest.approx(d * math.log(4 * ell / r), rel=1e-3)
    (total,) = MATHEMATICS.lines_with(r"\Pr(\sup|\hat k-k|\ge\varepsilon)\le")
    assert value(total.rpartition("=")[2]) == pytest.approx(first * r**-d + second * r**2, rel=1e-3)
    assert first * r**-d == pytest.approx(second * r**2) and first * r**-d + second * r**2 < 1 - found.confidence
