"""Numbers in words, the same way in every figure."""

from __future__ import annotations

import math
from collections.abc import Sequence


def number(value: float) -> str:
    """Two significant digits where that is telling, three above one, thousands with commas; ∞ as a sign."""
    value = float(value)
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    size = abs(value)
    if size >= 1000:
        return f"{value:,.0f}"
    if size >= 1 or value == 0:
        return f"{value:.3g}"
    if size >= 1e-4:
        return f"{value:.2g}"
    mantissa, exponent = f"{value:.1e}".split("e")
    superscript = str(int(exponent)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{mantissa} × 10{superscript}"


def measured(value: float) -> str:
    """A measured value: always two significant digits below one and three above, so that columns of them compare."""
    value = float(value)
    if not math.isfinite(value) or value == 0 or not 1e-4 <= abs(value) < 1000:
        return number(value)
    return f"{value:#.2g}" if abs(value) < 1 else f"{value:#.3g}".rstrip(".")


def count(value: float) -> str:
    """A whole number with thousands separated; three digits and the power of ten above a billion."""
    if math.isinf(value):
        return "∞"
    return f"{value:,.0f}" if value < 1e9 else number_with_power(value)


def number_with_power(value: float) -> str:
    """1.23 × 10⁹."""
    exponent = math.floor(math.log10(value))
    superscript = str(exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{value / 10**exponent:.2f} × 10{superscript}"


def per_cent(value: float) -> str:
    """0.924 as '92 %'."""
    return f"{100 * float(value):.0f} %"


def sentence(words: str) -> str:
    """With a capital first."""
    return words[:1].upper() + words[1:]


def plural(n: int, word: str) -> str:
    """'1 seed', '20 seeds', '20 frequencies'."""
    if n == 1:
        return f"{n:,} {word}"
    return f"{n:,} {word[:-1]}ies" if word.endswith("y") else f"{n:,} {word}s"


def of_seeds(done: int, asked: int) -> str:
    """'20 seeds', or 'the first 3 of 20 seeds' while there are more to come."""
    if done >= asked:
        return plural(done, "seed")
    return f"the first {f'{done:,} ' if done > 1 else ''}of {asked:,} seeds"


def listed(parts: Sequence[str]) -> str:
    """'a', 'a and b', 'a, b, and c'; with semicolons where a part has a comma of its own."""
    if len(parts) < 3:
        return " and ".join(parts)
    mark = ";" if any("," in part for part in parts) else ","
    return f"{f'{mark} '.join(parts[:-1])}{mark} and {parts[-1]}"


def kernel_words(kernel) -> str:
    """'Matérn, ν = 2.5, ℓ = 4.15': a kernel with all its parameters."""
    return f"{shape_words(kernel)}, ℓ = {number(kernel.length_scale)}"


def shape_words(kernel) -> str:
    """'Matérn, ν = 2.5': a kernel with all its parameters but the length scale."""
    parts = [f"{shape.sign} = {number(getattr(kernel, shape.name))}" for shape in kernel.shape_parameters]
    return ", ".join([kernel.label, *parts])
