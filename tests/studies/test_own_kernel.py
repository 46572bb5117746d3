"""A formula of one's own: what may stand in it, and its spectrum against those that are known."""

import math
import warnings

import numpy as np
import pytest
from scipy import special, stats

from rffviz.explorer.views.kernel.own_kernel.words import own_kernel_words
from rffviz.kernels.formula import TypedFunction
from rffviz.kernels.formula_kernel import FormulaKernel
from rffviz.studies.own_kernel import own_kernel

# --- the formula ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("exp(-r**2/2)", lambda r: math.exp(-r * r / 2)),
        ("exp(−r^2 / 2)", lambda r: math.exp(-r * r / 2)),
        ("max(0, 1 - δ)", lambda r: max(0, 1 - r)),
        ("(r < 1) + 0.5*(r >= 2)", lambda r: (r < 1) + 0.5 * (r >= 2)),
        ("cos(2·pi·r) - sin(r)/e", lambda r: math.cos(2 * math.pi * r) - math.sin(r) / math.e),
        ("sqrt(abs(1 - r)) + min(r, 2)", lambda r: math.sqrt(abs(1 - r)) + min(r, 2)),
        ("+2 * -r ** 2 ** 0.5", lambda r: 2 * -(r ** (2**0.5))),
        ("3", lambda r: 3),
    ],
)
def test_a_formula_is_computed_as_python_would(text, expected):
    r = np.array([0.0, 0.4, 1.0, 1.7, 2.0, 5.0])
    values = TypedFunction(text)(r)
    assert values.shape == r.shape and values.dtype == np.float64
    assert values == pytest.approx([expected(each) for each in r])


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "r +",
        "r; r",
        "x = r",
        "x",
        "__import__('os').system('true')",
        "open('/etc/passwd')",
        "(1).__class__",
        "r.real",
        "r[0]",
        "[r]",
        "'r'",
        "True",
        "1j",
        "lambda: r",
        "r if r else 1",
        "r and 1",
        "0 < r < 1",
        "r == 1",
        "r // 1",
        "r % 2",
        "r @ r",
        "~r",
        "not r",
        "exp(r, r)",
        "exp()",
        "exp(*[r])",
        "exp(r, out=r)",
        "max(r)",
        "exp",
        "exp(exp)",
        "eval(r)",
        "(r := 2)",
        "f'{r}'",
        "9" * 201,
        "(" * 100 + ")" * 100,
        "-" * 200 + "r",
        "r\x00",
    ],
)
def test_anything_else_is_refused(text):
    with pytest.raises(ValueError, match="formula must"):
        TypedFunction(text)


def test_towers_of_powers_take_no_time_and_warn_of_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isinf(TypedFunction("9**9**9**9**9")(np.zeros(3))).all()
        assert np.isnan(TypedFunction("sqrt(0 - 1) + r/0 - r/0")(np.zeros(3))).all()


# --- its spectrum -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("formula", "density"),
    [
        ("exp(-r**2/2)", stats.norm.pdf),
        ("5*exp(-(r/3)**2/2)", stats.norm(scale=1 / 3).pdf),
        ("exp(-r)", stats.cauchy.pdf),
        ("exp(-40*r)", stats.cauchy(scale=40).pdf),
        ("1/(1 + r**2)", stats.laplace.pdf),
        ("max(0, 1 - r)", lambda w: np.sinc(w / (2 * np.pi)) ** 2 / (2 * np.pi)),
        ("exp(-r)*cos(5*r)", lambda w: (stats.cauchy.pdf(w - 5) + stats.cauchy.pdf(w + 5)) / 2),
    ],
)
def test_known_kernels_have_their_known_spectra_and_no_negative_mass(formula, density):
    found = own_kernel(formula, [4])
    assert found.is_kernel and found.negative < 1e-6
    expected = density(found.omega)
    assert found.density == pytest.approx(expected, abs=5e-3 * expected.max())  # the taper rounds kinks
    assert found.positive == pytest.approx(1, abs=0.01)  # the rest lies beyond what is judged


@pytest.mark.release
def test_the_box_has_a_sinc_with_its_known_negative_mass():
    """p = sin(ω)/(πω); its mass up to a is 2 Si(a)/π, so that of its negative lobes follows at multiples of π."""
    found = own_kernel("r < 1", [4])
    assert not found.is_kernel
    assert found.density == pytest.approx(np.sinc(found.omega / np.pi) / np.pi, abs=2e-3)
    turns = np.append(np.arange(0, found.judged, np.pi), found.judged)
    lobes = 2 / np.pi * np.diff(special.sici(turns)[0])
    assert found.negative == pytest.approx(-lobes[lobes < 0].sum(), rel=0.02)
    assert found.positive == pytest.approx(lobes[lobes > 0].sum(), rel=0.02)


@pytest.mark.release
@pytest.mark.parametrize(
    ("formula", "is_kernel"),
    [
        ("exp(-r**1.9)", True),
        ("exp(-r**2.1)", False),  # exp(−r^a) is positive definite up to a = 2 alone (Schoenberg)
        ("exp(-r**4)", False),
        ("sin(r)/r", True),
        ("cos(3*r)", True),
        ("max(0, 1 - r**2)", False),
        ("max(0, 1 - r)**2", True),  # convex (Pólya)
        ("1 - r", False),
        ("0.3 + 0.7*exp(-r)", True),
        ("1.2*exp(-r) - 0.2", False),  # −0.2 is a point of negative mass at 0
    ],
)
def test_kernels_are_told_from_other_functions(formula, is_kernel):
    found = own_kernel(formula, [4])
    assert found.is_kernel == is_kernel
    assert len(found.drawn) == (4 if is_kernel else 0) and len(found.n_freqs) == len(found.approximate) == is_kernel


@pytest.mark.release
@pytest.mark.parametrize(("formula", "distribution"), [("exp(-r**2/2)", stats.norm), ("1/(1 + r**2)", stats.laplace)])
def test_frequencies_follow_the_numerical_spectrum(formula, distribution):
    drawn = own_kernel(formula, [4000], random_state=1).drawn
    assert stats.kstest(drawn, distribution.cdf).pvalue > 1e-3


@pytest.mark.release
def test_the_estimate_is_the_mean_of_waves_and_nested():
    found, few = own_kernel("exp(-r)", [2, 30], 3), own_kernel("exp(-r)", [2], 3)
    assert np.array_equal(found.drawn[:2], few.drawn)
    for g, m in enumerate((2, 30)):
        naive = sum(math.cos(w * found.delta[17]) for w in found.drawn[:m]) / m
        assert found.approximate[g, 17] == pytest.approx(naive)
    assert found.exact == pytest.approx(np.exp(-np.abs(found.delta)))
    assert np.allclose(found.delta, -found.delta[::-1])


@pytest.mark.release
def test_the_value_at_zero_becomes_one():
    found = own_kernel("2*exp(-r)", [4])
    assert found.at_zero == 2 and found.exact.max() == 1
    assert own_kernel("sin(3*r)/r", [4]).at_zero == pytest.approx(3)


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("r", r"k\(0\) must be positive and finite; this formula gives 0"),
        ("1/r", "must be positive and finite"),
        ("-exp(-r)", "must be positive and finite"),
        ("2", "first fall to half"),
        ("exp(r)", "first fall to half"),
        ("exp(-r*10**9)", "first fall to half"),
        ("exp(-r) + 1/(r < 5) - 1", "finite everywhere, got none at r = 5"),
        ("sqrt(1 - r)", "finite everywhere"),
        ("nonsense", "no names but r"),
    ],
)
def test_refusals(formula, words):
    with pytest.raises(ValueError, match=words):
        own_kernel(formula, [4])
    with pytest.raises(ValueError, match="n_freqs"):
        own_kernel("exp(-r)", [0])


@pytest.mark.release
def test_the_same_function_is_judged_in_more_dimensions():
    triangle = own_kernel("3*max(0, 1 - r)", [4], dimensions=(2, 3))
    assert [verdict.d for verdict in triangle.in_more] == [2, 3]
    alone = [own_kernel("max(0, 1 - r)", [4], d=d) for d in (2, 3)]
    expected = [found.negative for found in alone]
    shares = [FormulaKernel(profile="max(0, 1 - r)").negative_share(d) for d in (2, 3)]
    assert shares == pytest.approx([found.negative / (found.negative + found.positive) for found in alone])
    assert [verdict.negative_mass for verdict in triangle.in_more] == pytest.approx(expected)
    (note,) = [note for note in own_kernel_words(triangle)["notes"] if "Bochner" in note]
    assert "in 2 dimensions it is not: p has a negative mass of 0.11" in note
    smooth = own_kernel("max(0, 1 - r)**2", [4], dimensions=(2, 3))
    said = own_kernel_words(smooth)["notes"][-1]
    words = "In one dimension it is positive definite; in 2 dimensions it is, too, to 10⁻⁶; in 3 dimensions it is, too"
    assert words in said
    every = own_kernel_words(own_kernel("exp(-r)", [4], dimensions=(2, 3)))
    assert every["title"] == "exp(−r) is positive definite in every dimension, to 10⁻⁸"
    none = own_kernel("r < 1", [4], dimensions=(2, 3))
    assert none.in_more == () and "not positive definite in any dimension" in own_kernel_words(none)["notes"][-1]


@pytest.mark.release
def test_in_three_dimensions_lengths_have_the_law_that_is_known():
    """exp(−r) has p(ω) = 1/π²(1 + ‖ω‖²)², so that the density of ‖ω‖ is 4w²/π(1 + w²)²."""
    found = own_kernel("2*exp(-r)", [8, 4000], random_state=1, d=3)

    def density(w):
        return 4 / np.pi * np.square(w / (1 + w * w))

    def below(w):
        return 2 / np.pi * (np.arctan(w) - w / (1 + w * w))

    assert found.is_kernel and found.about.d == 3
    assert found.density == pytest.approx(density(found.omega), abs=2e-4)
    assert found.omega.min() == 0 and found.drawn.min() > 0
    assert stats.kstest(found.drawn, below).pvalue > 1e-3
    deviation = np.sqrt((0.5 + 0.5 * np.exp(-2 * np.abs(found.delta)) - found.exact**2) / 4000)
    assert (np.abs(found.approximate[1] - found.exact) <= 4.5 * deviation + 1e-6).all()


@pytest.mark.release
def test_the_triangle_is_shown_negative_in_three_dimensions_where_it_is():
    """p is proportional to (2 − 2 cos w − w sin w)/w⁴ there; the mass of the lengths to w² times that."""
    found = own_kernel("max(0, 1 - r)", [4], d=3)
    w = found.omega[1:]
    expected = (2 - 2 * np.cos(w) - w * np.sin(w)) * 2 / np.pi / w**2
    assert not found.is_kernel and len(found.drawn) == 0
    assert found.density[1:] == pytest.approx(expected, abs=2e-3)
    words = own_kernel_words(found)
    assert words["title"].startswith("max(0, 1 − r) is not positive definite in 3 dimensions: ")
    assert "In fewer dimensions" in words["notes"][-1]


@pytest.mark.release
def test_typed_kernels_are_refused_in_too_many_dimensions():
    with pytest.raises(ValueError, match="d must be at most 128 for a numerical transform, got 129"):
        own_kernel("gamma(16)*(2/r)**15*besselj(15,r)", [4], d=129)


@pytest.mark.parametrize(
    ("formula", "d", "settled"),
    [
        ("exp(-r^4)", 1, True),
        ("exp(-r^4)", 3, True),
        ("max(0, 1 - r)", 3, False),
        ("r < 1", 1, False),
        ("1 - r", 1, False),
        ("cos(r)", 2, False),
    ],
)
def test_a_share_is_settled_where_the_masses_have_a_limit(formula, d, settled):
    """∫|p| diverges for the box, and for the triangle in three dimensions; the last two have no density at all."""
    found = own_kernel(formula, [4], d=d)
    assert found.settled is settled and not found.is_kernel


def test_a_mixture_in_so_many_dimensions_that_all_norms_are_large():
    found = own_kernel("exp(-r*r/2)", [4], d=3000)
    assert found.is_kernel and found.settled


@pytest.mark.release
@pytest.mark.parametrize("d", [10, 128])
def test_where_masses_grow_without_end_fewer_dimensions_are_shown(d):
    found = own_kernel("max(0, 1 - r)", [4], d=d)
    assert not found.is_kernel and found.asked == d and found.about.d == 2
    assert found.negative < 1 and np.isfinite(found.density.astype(np.float32)).all()
    words = own_kernel_words(found)
    assert words["title"].endswith(f"is not positive definite in 2 dimensions, so not in {d} dimensions")
    assert "The spectrum shown is that in 2 dimensions." in words["notes"]
    assert f"d = 2, r = ‖δ‖, in place of d = {d}" in words["subtitle"]
