"""Numbers, counts and kernels in words."""

import pytest

from rffviz.explorer.words.numbers import (
    count,
    kernel_words,
    listed,
    measured,
    number,
    of_seeds,
    plural,
    raised,
    setting,
)
from rffviz.kernels import Gaussian, Matern, RationalQuadratic


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.1, "0.1"),
        (0.0973, "0.097"),
        (1.5, "1.5"),
        (123.4, "123"),
        (99373, "99,373"),
        (0, "0"),
        (float("inf"), "∞"),
        (float("nan"), "–"),
        (3.2e-6, "3.2 × 10⁻⁶"),
        (3e-6, "3 × 10⁻⁶"),
        (1e-6, "10⁻⁶"),
        (9.97e-5, "0.0001"),
        (-1e-6, "-10⁻⁶"),
        (999.6, "1,000"),
        (-26_785_644_839.0, "-2.7 × 10¹⁰"),
    ],
)
def test_number_in_words(value, words):
    assert number(value) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.1, "0.10"),
        (0.0973, "0.097"),
        (1.5, "1.50"),
        (123.4, "123"),
        (2.0, "2.00"),
        (0.0, "0"),
        (1e-6, "1.0 × 10⁻⁶"),
        (3e9, "3.0 × 10⁹"),
        (999.6, "1,000"),
        (float("nan"), "–"),
    ],
)
def test_measured_values_keep_their_digits(value, words):
    assert measured(value) == words


def test_exponents_are_raised_where_digits_can_be():
    assert [f"|ω|{raised(power)}" for power in (-2.0, 10, -2.3)] == ["|ω|⁻²", "|ω|¹⁰", "|ω|^(−2.3)"]


def test_counts_and_plurals():
    assert count(99373.2) == "99,373" and count(float("inf")) == "∞" and count(1.234e12) == "1.23 × 10¹²"
    assert plural(1, "seed") == "1 seed" and plural(1200, "seed") == "1,200 seeds"
    assert plural(1, "frequency") == "1 frequency" and plural(2, "frequency") == "2 frequencies"
    assert of_seeds(3, 20) == "the first 3 of 20 seeds" and of_seeds(20, 20) == "20 seeds"
    assert [listed("abc"[:n]) for n in (1, 2, 3)] == ["a", "a and b", "a, b, and c"]
    assert listed(["a", "b, c", "d"]) == "a; b, c; and d" and listed(["a, b", "c"]) == "a, b and c"


@pytest.mark.parametrize(
    ("kernel", "words"),
    [
        (Gaussian(4.153), "Gaussian, ℓ = 4.15"),
        (Matern(length_scale=1.0, nu=2.5), "Matérn, ν = 2.5, ℓ = 1"),
        (RationalQuadratic(length_scale=0.5, alpha=0.25), "rational quadratic, α = 0.25, ℓ = 0.5"),
    ],
)
def test_a_kernel_is_named_with_all_its_parameters(kernel, words):
    assert kernel_words(kernel) == words


@pytest.mark.parametrize(
    ("value", "words"), [(1e-5, "10⁻⁵"), (2e-5, "2 × 10⁻⁵"), (0.001, "0.001"), (0.25, "0.25"), (0.0, "0"), (30.0, "30")]
)
def test_settings_are_written_in_powers_of_ten(value, words):
    assert setting(value) == words
