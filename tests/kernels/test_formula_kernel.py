"""A kernel from a formula or a table: its numerical spectrum against closed forms, draws, and what is no kernel."""

import math

import numpy as np
import pytest
from scipy import special
from sklearn.base import clone

from rffviz.diagnose import SPECIMENS, diagnose
from rffviz.features import RandomFourierFeatures
from rffviz.kernels import ExponentialPower, Gaussian, Matern, RationalQuadratic
from rffviz.kernels.formula import LEFT_BY_INTERPOLATION, TypedTable
from rffviz.kernels.formula_kernel import FormulaKernel
from rffviz.samplers import SAMPLERS, draw
from rffviz.theory import frequencies_needed_on_pairs, hoeffding

KNOWN = (
    ("exp(-r**2/2)", Gaussian()),
    ("exp(-r)", Matern(nu=0.5)),
    ("(1 + sqrt(3)*r)*exp(-sqrt(3)*r)", Matern(nu=1.5)),
    ("(1 + r**2/6)**-3", RationalQuadratic(alpha=3.0)),
    ("exp(-r**1.4)", ExponentialPower(exponent=1.4)),
)
# of one, two and five dimensions; (1 − r)^l is a kernel where l ≥ (d + 1)/2
IN_FIVE = ("exp(-r**2/2)", "exp(-r)", "1/(1 + r**2)", "max(0, 1 - r)**5*(1 + 5*r)")


def gauss_table(step=0.1):
    return [(r, math.exp(-r * r / 2)) for r in np.arange(0, 6, step)]


@pytest.mark.release
@pytest.mark.parametrize(
    ("text", "kernel", "d"),
    [(*known, d) for i, known in enumerate(KNOWN) for d in ((1, 5), (2, 12))[i % 2]],
)
def test_a_kernel_that_is_known_has_its_known_law_typed_as_a_formula(text, kernel, d):
    typed, known = FormulaKernel(1.7, text), kernel.with_length_scale(1.7)
    r = np.geomspace(0.02, 60, 200)
    np.testing.assert_allclose(typed.radius_cdf(r, d), known.radius_cdf(r, d), atol=5e-6)
    middle = (known.radius_cdf(r, d) > 0.01) & (known.radius_cdf(r, d) < 0.99)
    np.testing.assert_allclose(typed.radius_pdf(r, d)[middle], known.radius_pdf(r, d)[middle], rtol=1e-4)
    W = known.sample(40, d, np.random.default_rng(0))
    np.testing.assert_allclose(typed.log_spectral_density(W), known.log_spectral_density(W), atol=2e-3)
    if d <= 5 and kernel.name != "rational_quadratic":  # its density goes on changing far down
        near = np.full((1, d), 1e-5)
        np.testing.assert_allclose(typed.log_spectral_density(near), known.log_spectral_density(near), atol=0.1)
    X = np.random.default_rng(1).normal(size=(20, d))
    np.testing.assert_allclose(typed(X), known(X), rtol=1e-12, atol=1e-8)
    assert typed.second_moment(d) == pytest.approx(known.second_moment(d), rel=1e-5)
    found = typed.norms(d)
    assert found.negative < 1e-9 and found.below[-1] == pytest.approx(1, abs=1e-9)


@pytest.mark.release
@pytest.mark.parametrize(
    ("profile", "d"),
    [(profile, d) for i, profile in enumerate((*IN_FIVE, gauss_table())) for d in ((1, 5), (2, 5), (1, 2))[i % 3]],
)
def test_draws_give_the_kernel_back(profile, d):
    kernel, n = FormulaKernel(1.3, profile), 60_000
    direction = np.array([0.48, -0.6, 0.64, 0.3, -0.2])[:d]
    direction = direction / np.linalg.norm(direction)
    rng = np.random.default_rng(2)
    samples = kernel.sample(n, d, rng), kernel.from_uniforms(rng.uniform(size=(n, d + 1)), d)
    values = []
    for r in (0.1, 0.4, 0.8, 1.4, 2.1, 3.0):
        k, k2 = kernel.of_difference(np.outer([r, 2 * r], direction))
        values.append(k)
        for W in samples:
            error = math.sqrt(max(0.5 + 0.5 * k2 - k * k, 0) / n)
            assert abs(np.cos(W @ (r * direction)).mean() - k) < 4 * error + kernel.norms(d).error
    assert min(values) < 0.2 and max(values) > 0.8


@pytest.mark.release
def test_the_stated_error_is_small_where_the_profile_is_smooth():
    assert all(FormulaKernel(profile="exp(-r**2/2)").norms(d).error < 1e-5 for d in (1, 2, 5, 30))
    assert all(FormulaKernel(profile="exp(-r)").norms(d).error < 1e-3 for d in (1, 2, 5, 30))


@pytest.mark.release
@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("max(0, 1 - r)**2", 3),
        *(pytest.param(*case, marks=pytest.mark.release) for case in (("max(0, 1 - r)", 1), ("max(0, 1 - r)**3", 5))),
        ("exp(-r)*cos(2*r)", 1),
    ],
)
def test_a_kernel_in_few_dimensions_is_refused_in_more(text, last):
    kernel, rng = FormulaKernel(profile=text), np.random.default_rng(0)
    assert kernel.is_kernel(last) and kernel.sample(5, last, rng).shape == (5, last)
    d = last + 2
    seen = kernel.verdict(d).negative_mass
    assert not kernel.is_kernel(d) and kernel.norms(d).negative >= seen > 1e-3
    assert kernel.fewest_dimensions(d + 9) in (last + 1, d)
    message = rf"^kernel must be positive definite in {d} dimensions, got a negative mass of {seen:.3g}\.$"
    for ask in (
        lambda: kernel.sample(5, d, rng),
        lambda: kernel.sample_radius(5, d, rng),
        lambda: kernel.from_uniforms(np.full((1, d + 1), 0.3), d),
        lambda: kernel.radius_cdf([1.0], d),
        lambda: kernel.log_spectral_density(np.ones((1, d))),
        lambda: draw("orthogonal", kernel, d, 8, rng),
        lambda: RandomFourierFeatures(kernel=kernel, random_state=0).fit(np.ones((3, d))),
    ):
        with pytest.raises(ValueError, match=message):
            ask()


@pytest.mark.release
def test_the_triangle_is_negative_in_three_dimensions_where_its_transform_is():
    """p(ω) ∝ (2 − 2 cos ω − ω sin ω)/ω⁴, since p in three dimensions is −p₁′/2πω."""
    found = FormulaKernel(profile="max(0, 1 - r)").norms(3)
    w = np.linspace(0.01, 40, 400_001)
    length = 2 / math.pi * (2 - 2 * np.cos(w) - w * np.sin(w)) / w**2  # of ‖ω‖
    changes = w[:-1][np.diff(np.sign(length)) != 0]
    grid, falls = np.exp(found.log_w), np.diff(found.below) < -1e-9
    turns = grid[np.flatnonzero(np.diff(falls, prepend=False))]
    np.testing.assert_allclose(turns[:8], changes[:8], rtol=0.01)
    first = (w > changes[0]) & (w < changes[1])
    below = np.interp(changes[:2], grid, found.below)
    assert below[1] - below[0] == pytest.approx(np.trapezoid(length[first], w[first]), rel=1e-2)


@pytest.mark.release
def test_points_of_mass_are_drawn():
    """sin(r)/r is the mean wave of a sphere of radius 1 in three dimensions, its shadow in fewer, no kernel in more."""
    kernel = FormulaKernel(profile="sin(r)/r")
    np.testing.assert_allclose(kernel.sample_radius(500, 3, np.random.default_rng(0)), 1, atol=0.02)
    r = np.array([0.2, 0.5, 0.9])
    np.testing.assert_allclose(kernel.radius_cdf(r, 1), r, atol=1e-3)
    np.testing.assert_allclose(kernel.radius_cdf(r, 2), 1 - np.sqrt(1 - r * r), atol=1e-3)
    assert kernel.is_kernel(2) and not kernel.is_kernel(4)
    wave = FormulaKernel(profile="cos(3*r)")
    np.testing.assert_allclose(wave.sample_radius(500, 1, np.random.default_rng(0)), 3, atol=0.1)
    assert not wave.is_kernel(2)


@pytest.mark.release
def test_many_dimensions_are_served_and_more_are_refused():
    kernel, known = FormulaKernel(profile="exp(-r)"), Matern(nu=0.5)
    for d, most in ((20, 1e-5), (64, 1e-3)):
        r = np.geomspace(0.3, 30, 60) * math.sqrt(d)
        np.testing.assert_allclose(kernel.radius_cdf(r, d), known.radius_cdf(r, d), atol=most)
        assert kernel.norms(d).error < 1e-5
    r = np.geomspace(10, 100, 40)  # a mixture of Gaussians has a law in any number of dimensions, in steps of log s
    low, high = (known.radius_cdf(r * math.exp(shift), 400) for shift in (-0.25, 0.25))
    assert (kernel.radius_cdf(r, 400) >= low).all() and (kernel.radius_cdf(r, 400) <= high).all()
    with pytest.raises(ValueError, match=r"^d must be at most 128 for a numerical transform, got 400\.$"):
        FormulaKernel(profile="gamma(16)*(2/r)**15*besselj(15,r)").sample(3, 400, np.random.default_rng(0))


@pytest.mark.parametrize(
    ("profile", "message"),
    [
        ("exp(-r)/r", r"^k\(0\) must be positive and finite; this formula gives inf"),
        ("exp(r)", r"^formula must first fall to half"),
        ("sqrt(1 - r)", r"^k must be finite everywhere, got none at r = "),
        ("import os", r"^formula must be one expression"),
        ("exp(-(r^2)/2", r"^formula must close each bracket: the '\(' at character 4 is not closed\.$"),
        ("cos(r)*(1 + r", r"^formula must close each bracket: the '\(' at character 8 is not closed\.$"),
        ("exp(-r))", r"^formula must open each bracket that it closes: 'exp\(-r\)\)' has one '\)' too many\.$"),
        ([(0, 1)], r"^table must have 2 to 2,000 rows"),
        ([(0.5, 1), (1, 0)], r"^table must have distances r that rise from 0"),
        ([(0, 1), (1, math.nan)], r"^table must have 2 to 2,000 rows"),
        (3.0, r"^table must have 2 to 2,000 rows"),
    ],
)
def test_what_is_no_kernel_of_a_distance_is_refused(profile, message):
    with pytest.raises(ValueError, match=message):
        FormulaKernel(profile=profile).sample(3, 1, np.random.default_rng(0))


@pytest.mark.slow
def test_a_table_is_joined_and_continued():
    table = gauss_table()
    curve, r = TypedTable(table, smooth=True), np.linspace(0, 5.7, 300)
    np.testing.assert_allclose(curve(r), np.exp(-r * r / 2), atol=5e-5)
    assert curve(20.0) < curve(6.0) < table[-1][1]
    kernel = FormulaKernel(profile=table)
    assert kernel.norms(2).negative <= LEFT_BY_INTERPOLATION
    r = np.geomspace(0.1, 4, 30)
    np.testing.assert_allclose(kernel.radius_cdf(r, 2), Gaussian().radius_cdf(r, 2), atol=1e-4)


@pytest.mark.release
def test_it_follows_the_conventions_of_the_other_kernels():
    for kernel in (FormulaKernel(1.3, "exp(-r)"), FormulaKernel(1.3, gauss_table())):
        copy = clone(kernel)
        assert copy == kernel and hash(copy) == hash(kernel) and copy is not kernel
        assert copy.set_params(length_scale=2.0).length_scale == 2.0
        large, small = (kernel.sample(n, 3, np.random.default_rng(8)) for n in (100, 37))
        np.testing.assert_array_equal(large[:37], small)
        wide = kernel.with_length_scale(2.6)
        np.testing.assert_allclose(wide.sample(9, 3, np.random.default_rng(8)), small[:9] / 2)
        np.testing.assert_allclose(wide.radius_cdf([0.7], 2), kernel.radius_cdf([1.4], 2))
    with pytest.raises(ValueError, match="length_scale must be a finite number above 0"):
        FormulaKernel(0.0)


@pytest.mark.release
@pytest.mark.parametrize("name", [name for name, scheme in SAMPLERS.items() if not scheme.needs_data])
def test_every_scheme_draws_from_it_or_says_why_not(name):
    kernel, d = FormulaKernel(1.2, "exp(-r)*(1 + r)"), 3
    refusal = SAMPLERS[name].refusal(kernel, d)
    if refusal:
        assert name in ("importance", "quadrature", "rom", "sorf", "spherical_radial")
        return
    estimate, delta = [], np.array([0.8, -0.5, 0.9])
    for seed in range(30):
        fs = draw(name, kernel, d, 256, np.random.default_rng(seed))
        estimate.append(np.cos(fs.W @ delta) @ fs.weights)
    # what is biased, or has no seeds, is only near
    most = 4.5 * np.std(estimate) / math.sqrt(30) + 1e-3 if fs.unbiased else 0.06
    assert abs(np.mean(estimate) - kernel.of_difference(delta)) < most


@pytest.mark.release
def test_maps_bounds_and_diagnoses_take_it():
    kernel, X = FormulaKernel(2.0, "(1 + r)*exp(-r)"), np.random.default_rng(0).normal(size=(40, 3))
    Z = RandomFourierFeatures(kernel=kernel, n_freqs=4000, random_state=0).fit_transform(X)
    assert np.abs(Z @ Z.T - kernel(X)).max() < 0.08
    known = Matern(2.0 * math.sqrt(3), nu=1.5)
    asked = [frequencies_needed_on_pairs("cramer", 0.1, each, X) for each in (kernel, known)]
    assert abs(asked[0] - asked[1]) <= 0.05 * asked[1] and hoeffding(asked[0], 0.1).value < 1
    assert diagnose("orthogonal", kernel, 3, 256, seeds=20).ok
    wrong = diagnose(lambda k, d, m, rng: Matern(2.0, nu=0.5).sample(m, d, rng), kernel, 3, 256, seeds=20)
    assert not wrong.ok


@pytest.mark.release
def test_the_radii_are_those_of_bessel_functions_in_three_dimensions():
    """(1 − r)²₊ has p(ω) ∝ (ω² − … ) in closed form only by parts: its mass is compared with numerical quadrature."""
    found = FormulaKernel(profile="max(0, 1 - r)**2").norms(3)
    r, weight = special.roots_legendre(400)
    r, weight = (r + 1) / 2, weight / 2
    for w in (1.0, 3.0, 8.0, 20.0):
        x = w * r
        ball = 2 / math.pi * np.sum(weight * (1 - r) ** 2 * (np.sin(x) - x * np.cos(x)) / r)
        assert np.interp(w, np.exp(found.log_w), found.below) == pytest.approx(ball, abs=1e-5)


@pytest.mark.release
def test_a_table_may_be_typed_as_rows():
    rows = [(r, round(math.exp(-r * r / 2), 6)) for r in np.arange(0, 52) / 10]
    text = ", ".join(f"{r}: {k}" for r, k in rows)
    typed, given = FormulaKernel(1.3, text), FormulaKernel(1.3, rows)
    X = np.random.default_rng(0).normal(size=(9, 2))
    np.testing.assert_array_equal(typed(X), given(X))
    assert typed.of_table and given.of_table
    assert typed.is_kernel(2) and abs(typed(X) - Gaussian(1.3)(X)).max() < 0.01
    np.testing.assert_array_equal(*(k.sample(5, 2, np.random.default_rng(1)) for k in (typed, given)))


@pytest.mark.parametrize("text", ["0: 1", "0: 1, 1", "0: 1, 1: 1.2.3", "0: 1, 1: 0.5, 1: 0.2", "1: 1, 2: 0", ":"])
def test_what_is_no_table_is_refused(text):
    with pytest.raises(ValueError, match=r"^table must have"):
        FormulaKernel(profile=text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "d"), [("exp(-r**2/2)", 128), ("exp(-r**1.5)", 100), ("exp(-r)", 128), ("1/(1 + r**2)", 100)]
)
def test_rounding_in_many_dimensions_is_not_taken_for_negative_mass(text, d):
    assert FormulaKernel(profile=text).is_kernel(d)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("exp(-r**2/2)", 1.0),
        ("3*exp(-r**2/2)", 1.0),
        ("1/(1 + r**2)", 2.0),
        ("(1 + r)*exp(-r)", 1.0),
        ("0.95*exp(-r**2/2) + 0.05*exp(-5000*r**2)", 500.95),  # a part that is far faster than the rest
        ("2*(1 - cos(r))/r**2", 1 / 6),  # 0/0 at 0
        ("sin(r)/r", 1 / 3),
        *((f"exp(-r**{exponent})", math.inf) for exponent in (1, 1.9, 1.97, 1.99, 1.999)),
        ("1/(1 + r**1.98)", math.inf),
        ("r/(exp(r) - 1)", math.inf),  # a kink where 0/0 stands
    ],
)
def test_the_second_moment_is_the_bend_at_0_or_infinite(text, expected):
    assert FormulaKernel(2.0, text).second_moment(3) == pytest.approx(3 * expected / 4, rel=3e-4)


def test_a_formula_is_divided_by_its_value_at_0():
    X = np.random.default_rng(0).normal(size=(9, 2))
    np.testing.assert_array_equal(FormulaKernel(1.3, "4*exp(-r)")(X), FormulaKernel(1.3, "exp(-r)")(X))
    assert FormulaKernel(1.3, "2*(1 - cos(r))/r**2")(X).max() == 1


@pytest.mark.release
def test_what_is_no_kernel_where_a_scheme_pads_to_is_refused_before_it_draws():
    kernel = FormulaKernel(profile="0: 1, 1: 0.6, 2: 0.36, 4: 0.13")
    assert kernel.is_kernel(3) and not kernel.is_kernel(4)
    for name in ("fastfood", "spherical_structured"):
        assert "drawn in 4 dimensions and cut to 3" in SAMPLERS[name].refusal(kernel, 3)


@pytest.mark.release
@pytest.mark.parametrize(
    ("profile", "d"), [("exp(-r**1.5)", 3), ("max(0, 1 - r)**3", 2), ("0: 1, 1: 0.6, 2: 0.36, 4: 0.13", 3)]
)
def test_a_specimen_that_is_not_refused_is_drawn(profile, d):
    kernel, drawn_of = FormulaKernel(profile=profile), set()
    for name, specimen in SPECIMENS.items():
        if kernel.is_kernel(d) and not specimen.refusal(kernel, d):
            drawn_of.add(name)
            n_freqs = max(16, specimen.least(kernel, d))
            drawn = specimen.draw(kernel, d, n_freqs, np.random.default_rng(0), False)
            assert np.isfinite(drawn.W).all(), name
    assert bool(drawn_of) == kernel.is_kernel(d)


@pytest.mark.parametrize(
    ("typed", "same"),
    [("exp(-r²/2)", "exp(-r**2/2)"), ("np.exp(-r**2/2)", "exp(-r**2/2)"), ("exp(-math.sqrt(r²))", "exp(-r)")],
)
def test_superscripts_and_names_of_modules_are_read(typed, same):
    x = np.linspace(0, 3, 7)[:, None]
    np.testing.assert_array_equal(FormulaKernel(1.5, typed)(x, x), FormulaKernel(1.5, same)(x, x))
    secant = FormulaKernel(1.5, "1/cosh(r)")(x, x)
    np.testing.assert_allclose(secant, 2 / (np.exp(abs(x - x.T) / 1.5) + np.exp(-abs(x - x.T) / 1.5)), rtol=1e-12)


@pytest.mark.parametrize("typed", ["exp(-r/l)", "exp(-(r/ℓ)^1.5)", "exp(-gamma*r)", "exp(-r/sigma)"])
def test_a_length_scale_in_the_formula_is_told_where_it_is(typed):
    said = r"got \w+\. Write its number; a length_scale that is set divides r already\.$"
    with pytest.raises(ValueError, match=said):
        FormulaKernel(1.5, typed)
    with pytest.raises(ValueError, match=r"got foo\.$"):
        FormulaKernel(1.5, "exp(-r/foo)")
