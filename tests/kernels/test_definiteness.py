"""Positive definite, not, or undecided: families whose critical dimension is known, and the error that is stated."""

import math

import numpy as np
import pytest
from scipy import special

from rffviz.kernels import ExponentialPower, FormulaKernel, GeneralisedCauchy
from rffviz.kernels.completely_monotone import gaussian_mixture
from rffviz.kernels.formula import TypedFunction
from rffviz.kernels.hankel import wave
from rffviz.kernels.profile import MARGIN, NEGLIGIBLE, given_profile

IN_EVERY_DIMENSION = (
    *(f"exp(-r**{p})" for p in (0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.3, 1.7, 1.9, 1.99, 2)),
    *("1/(1+r**0.5)", "1/(1+sqrt(r))**3", "0.9*exp(-r**2)+0.1*exp(-1e4*r**2)", "0.4+0.6*exp(-r)"),
    *("0.5*exp(-r**2)+0.5*exp(-r**0.1)", "0.3*exp(-r**2)+0.3*exp(-(r/1000)**2)+0.4*exp(-r**0.1)"),
    *("(1+r)*exp(-r)", "(1+r+r*r/3)*exp(-r)", "1/(1+r*r)", "(1+r*r/6)**-3", "1/(1+r**2)**0.1"),
)
# text, and the last number of dimensions in which it is positive definite
CRITICAL = (
    *((f"max(0,1-r)**{power}", int(2 * power - 1)) for power in (1, 1.5, 2, 2.5, 3, 3.5, 4, 5)),  # Askey: ℓ ≥ (d+1)/2
    # Wendland's φ_{3,1}, φ_{1,1}, φ_{5,1} and φ_{3,2}
    *(("max(0,1-r)**4*(4*r+1)", 3), ("max(0,1-r)**3*(3*r+1)", 1), ("max(0,1-r)**5*(5*r+1)", 5)),
    ("max(0,1-r)**6*(35*r*r+18*r+3)", 3),
    # e^{−r} cos(ar): a ≤ 1 in the plane, a ≤ 1/√3 in three dimensions
    *(("exp(-r)*cos(2*r)", 1), ("exp(-r)*cos(r)", 2), ("exp(-r)*cos(r/1.7)", 2), ("exp(-r)*cos(0.57*r)", 3)),
    *(("J0(r)", 2), ("besselj(0, r)", 2), ("sinc(r)", 3), ("cos(r)", 1)),
    *((f"gamma({d}/2)*(2/r)**({d}/2-1)*besselj({d}/2-1,r)", d) for d in (3, 4, 5, 8)),
    ("(r<1)*(acos(min(1,r))-r*sqrt(max(0,1-r*r)))", 2),  # two discs' overlap
)
# not positive definite, but within 2·10⁻⁵ of a function that is: negative mass x moves k by at most 2x
NEARLY = {
    *(("max(0,1-r)**4", 8), ("max(0,1-r)**5", 10), ("max(0,1-r)**4*(4*r+1)", 4), ("max(0,1-r)**5*(5*r+1)", 6)),
    *(("max(0,1-r)**6*(35*r*r+18*r+3)", 4), ("max(0,1-r)**6*(35*r*r+18*r+3)", 5), ("exp(-r)*cos(r/1.7)", 3)),
}
NOWHERE = (
    "exp(-r**2/2)+0.8*exp(-(r-1000)**2)",  # a bump far out
    "exp(-r**2.01)",
    "exp(-r**2.1)",
    "exp(-r**3)",
    "exp(-r**4)",
    "max(0,1-r**2)",
    "1.2*exp(-r)-0.2",
    "r<1",
)


# one of each kind; all of them where a release is checked
DAILY = (
    *("exp(-r**0.5)", "exp(-r**2)", "exp(-r**1.99)", "1/(1+r**0.5)", "0.9*exp(-r**2)+0.1*exp(-1e4*r**2)"),
    *("0.4+0.6*exp(-r)", "exp(-r**0.1)", "(1+r+r*r/3)*exp(-r)"),
    *("max(0,1-r)**5", "J0(r)"),
)


def rest_at_release(cases):
    return [
        pytest.param(*each, marks=() if each[0] in DAILY else pytest.mark.release)
        for each in (case if isinstance(case, tuple) else (case,) for case in cases)
    ]


@pytest.mark.release
@pytest.mark.parametrize("text", rest_at_release(IN_EVERY_DIMENSION))
def test_a_completely_monotone_function_of_the_square_is_positive_definite_in_every_dimension(text):
    kernel = FormulaKernel(profile=text)
    for d in (1, 2, 3, 6, 12, 64, 128):
        verdict = kernel.verdict(d)
        assert verdict.status == "positive_definite" and verdict.error <= 1e-6 and verdict.negative_mass == 0
        assert kernel.is_kernel(d) and verdict.decided_in == d


@pytest.mark.release
@pytest.mark.parametrize(("text", "last"), rest_at_release(CRITICAL))
def test_the_last_dimension_is_told_and_nothing_that_is_known_is_contradicted(text, last):
    kernel = FormulaKernel(profile=text)
    for d in {1, max(1, last - 1), last}:
        verdict = kernel.verdict(d)
        assert verdict.status == "positive_definite" and verdict.error <= 1e-3
    for d in (last + 1, last + 2, last + 10, 128):
        verdict = kernel.verdict(d)
        if (text, d) in NEARLY:
            assert verdict.status == "positive_definite"
            assert 0 < verdict.negative_mass <= verdict.error <= 2 * NEGLIGIBLE
        elif (text, d) == ("max(0,1-r)**5", 11):
            assert verdict.status == "undecided"
        else:
            assert verdict.status == "not_positive_definite", d
            assert last < verdict.decided_in <= d
            assert verdict.negative_mass > 1e-5
            with pytest.raises(ValueError, match=f"^kernel must be positive definite in {d} dimension"):
                kernel.sample(2, d, np.random.default_rng(0))


@pytest.mark.release
@pytest.mark.parametrize(
    ("text", "d"), [(text, d) for i, text in enumerate(NOWHERE) for d in (1, (2, 3, 30, 128)[i % 4])]
)
def test_what_is_not_positive_definite_on_a_line_is_not_in_any_dimension(text, d):
    assert FormulaKernel(profile=text).verdict(d).status == "not_positive_definite"


@pytest.mark.release
@pytest.mark.parametrize(
    ("text", "dimensions"),
    [("1.001*exp(-r**2/2)-0.001*exp(-50*r**2)", (8, 32, 64, 100, 128)), ("0: 1, 1: 0.5, 2: 0.3", (3, 10, 30))],
    ids=["formula", "table"],
)
def test_what_is_not_positive_definite_is_not_in_more_dimensions_either(text, dimensions):
    """A negative mass of 0.001 about ‖ω‖ = 10√d: at d = 128 the transform errs by as much; a table."""
    kernel = FormulaKernel(profile=text)
    assert [kernel.verdict(d).status for d in dimensions] == ["not_positive_definite"] * len(dimensions)
    assert not any(kernel.is_kernel(d) for d in dimensions)


@pytest.mark.release
def test_where_rounding_hides_the_spectrum_nothing_is_decided():
    """J of order 15 over r¹⁵ is positive definite up to d = 32; its transform in 30 dimensions is lost in rounding."""
    kernel = FormulaKernel(profile="gamma(16)*(2/r)**15*besselj(15,r)")
    assert kernel.verdict(30).status == "undecided"
    assert not kernel.is_kernel(30)
    with pytest.raises(ValueError, match="got one for which this cannot be decided: its transform gives k back with"):
        kernel.sample(2, 30, np.random.default_rng(0))
    beyond = kernel.verdict(129)
    assert beyond.status == "undecided" and math.isinf(beyond.error)
    assert FormulaKernel(profile="max(0, 1 - r)").verdict(129).status == "not_positive_definite"


@pytest.mark.release
@pytest.mark.parametrize("text", rest_at_release([*IN_EVERY_DIMENSION, *(text for text, _ in CRITICAL)]))
def test_a_kernels_law_falls_by_less_than_a_fifth_of_what_would_accuse_it(text):
    """The margin: falls of true kernels' laws, which are errors, against their noise; to d = 128, or the last one."""
    k, last = given_profile(text), dict(CRITICAL).get(text, 128)
    for d in sorted({min(d, last) for d in (1, 3, 8, 40, 128)}):
        distribution = k.transform(d)
        seen = distribution.log_w <= math.log(k.judged)
        below, noise = distribution.below[seen], MARGIN / 5 * distribution.noise[seen]
        fall = (np.maximum.accumulate(below - noise) - (below + noise)).max()
        assert fall <= 1e-6, d  # what is left of points of mass, and of the value at 0


@pytest.mark.release
@pytest.mark.parametrize(
    ("text", "known", "d"),
    [
        ("exp(-r**0.3)", ExponentialPower(exponent=0.3), 10),
        pytest.param("exp(-r**0.3)", ExponentialPower(exponent=0.3), 128, marks=pytest.mark.release),
        pytest.param("exp(-r**0.5)", ExponentialPower(exponent=0.5), 6, marks=pytest.mark.release),
        ("1/(1+r**0.5)", GeneralisedCauchy(exponent=0.5, tail=0.5), 64),
    ],
)
def test_heavy_tails_have_their_known_law_in_many_dimensions(text, known, d):
    typed = FormulaKernel(1.7, text)
    known = known.with_length_scale(1.7)
    r = np.array([0.05, 0.3, 1.0, 2.5])
    delta = np.zeros((len(r), d))
    delta[:, 0] = 1.7 * r
    np.testing.assert_allclose(typed.of_difference(delta), known.of_difference(delta), rtol=1e-9)
    norms = np.geomspace(1e-2, 1e6, 60)
    # masses at places of log s half a unit apart move the law by at most that much
    low, high = (known.radius_cdf(norms * math.exp(shift), d) for shift in (-0.25, 0.25))
    distribution = typed.radius_cdf(norms, d)
    assert (distribution > low - 1e-4).all() and (distribution < high + 1e-4).all()
    radii = typed.sample_radius(40_000, d, np.random.default_rng(0))
    for place, k in zip(1.7 * r, known.of_difference(delta), strict=True):
        mean = wave(radii * place, d).mean()
        assert abs(mean - k) < 4 * math.sqrt(1 / 40_000)


def test_the_masses_are_those_of_the_known_mixture():
    """exp(−√t) mixes exp(−st) over a Lévy law: P(s ≤ x) = erfc(1/(2√x))."""
    k = given_profile("exp(-r)")
    mixture = gaussian_mixture(k, k.width)
    order = np.argsort(mixture.log_s)
    s, below = np.exp(mixture.log_s[order]), np.cumsum(mixture.mass[order])
    for x in (0.1, 0.3, 1.0, 5.0, 40.0):
        found = below[np.searchsorted(s, x) - 1]
        low, high = (special.erfc(0.5 / math.sqrt(x * math.exp(shift))) for shift in (-0.5, 0.5))
        assert low < found < high
    r = np.geomspace(1e-3, 20, 50)
    np.testing.assert_allclose(mixture(r), np.exp(-r), atol=1.01 * mixture.error + 1e-12)
    assert mixture.mass.sum() == pytest.approx(1, abs=1e-12) and (mixture.mass > 0).all()


@pytest.mark.slow
@pytest.mark.parametrize("text", ["exp(-r**2.001)", "exp(-r)*cos(r)", "max(0,1-r)**4", "sinc(r)", "r<1", "1-r"])
def test_what_is_no_mixture_of_gaussians_is_not_taken_for_one(text):
    k = given_profile(text)
    assert k.mixture is None


def test_a_mixture_of_gaussians_has_the_mixed_law():
    k = given_profile("0.75*exp(-r**2)+0.25*exp(-400*r**2)")
    distribution = k.mixture.norms(200, np.zeros(0), k.width)
    w = np.exp(distribution.log_w)
    known = 0.75 * special.gammainc(100, w**2 / 4) + 0.25 * special.gammainc(100, w**2 / 1600)
    np.testing.assert_allclose(
        distribution.below, known, atol=2e-3
    )  # two masses beside one another, a thousandth apart
    assert distribution.error < 1e-7 and distribution.negative == 0


def test_the_grammar_knows_bessel_functions():
    r = np.array([0.3, 1.0, 4.0, 40.0])
    for text, expected in (
        ("J0(r)", special.j0(r)),
        ("besselj(2.5, r)", special.jv(2.5, r)),
        ("sinc(r)", np.sin(r) / r),
        ("gamma(1 + r/10)", special.gamma(1 + r / 10)),
        ("acos(min(1, r))", np.arccos(np.minimum(1, r))),
    ):
        np.testing.assert_allclose(TypedFunction(text)(r), expected, rtol=1e-12)
    assert TypedFunction("J0(1e20*r)")(np.array([1.0])) == 0  # its phase is lost
