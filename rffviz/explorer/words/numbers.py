"""Formatting of numbers, the same in every figure."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from rffviz.kernels import FormulaKernel

_LONGEST = 40  # most characters of a formula in a subtitle
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number(value: float) -> str:
    """Two significant digits below 1 and three above, no trailing zeros; thousands separated by commas; also ∞.

    From a billion on, and below 0.0001, two digits times a power of ten, which stands alone after a 1.
    """
    value = float(value)
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    size = abs(value)
    if size >= 1e9 or 0 < size < 9.95e-5:  # the next rounds to 0.0001
        power = _with_power(size, 1).replace(".0 ×", " ×").removeprefix("1 × ")
        return f"-{power}" if value < 0 else power
    if size >= 999.5:
        return f"{value:,.0f}"
    return f"{value:.3g}" if size >= 1 or value == 0 else f"{value:.2g}"


def measured(value: float) -> str:
    """As `number`, but with trailing zeros, so that measured values can be compared digit by digit."""
    value = float(value)
    if value and math.isfinite(value) and not 9.95e-5 <= abs(value) < 1e9:
        return _with_power(value, 1)
    if not 0 < abs(value) < 999.5:
        return number(value)
    return f"{value:#.2g}" if abs(value) < 1 else f"{value:#.3g}".rstrip(".")


def count(value: float) -> str:
    """A whole number with thousands separators; from a billion on, three digits and a power of ten."""
    if math.isinf(value):
        return "∞"
    return f"{value:,.0f}" if value < 1e9 else _with_power(value, 2)


def estimated(value: float) -> str:
    """A whole number that varies from seed to seed, to two digits."""
    return count(float(f"{value:.2g}"))


def _with_power(value: float, decimals: int) -> str:
    """1.23 × 10⁹."""
    mantissa, exponent = f"{value:.{decimals}e}".split("e")
    return f"{mantissa} × 10{str(int(exponent)).translate(_SUPERSCRIPTS)}"


def setting(value: float) -> str:
    """A value that was set: 0.001 and 0.25 in full, 1e-05 as 10⁻⁵, 2e-05 as 2 × 10⁻⁵."""
    mantissa, _, exponent = f"{value:g}".partition("e")
    if not exponent:
        return mantissa
    return f"{'' if mantissa == '1' else f'{mantissa} × '}10{str(int(exponent)).translate(_SUPERSCRIPTS)}"


def raised(power: float) -> str:
    """The exponent ⁻² of a whole power; that of another as ^(−2.3)."""
    if power == round(power):
        return str(round(power)).translate(_SUPERSCRIPTS)
    return f"^({number(power)})".replace("-", "−")


def power_of_ten_above(value: float) -> str:
    """10⁻⁵ for 6.2e-6: an error in the words of a title."""
    if value <= 0:
        return "0"
    return f"10{str(math.ceil(math.log10(value) - 1e-9)).translate(_SUPERSCRIPTS)}"


def times(ratio: float) -> str:
    """A factor: '165×', '2.2×'."""
    return f"{ratio:,.0f}×" if ratio >= 10 else f"{ratio:.1f}×"


def per_cent(value: float) -> str:
    """0.924 as '92 %'."""
    return f"{100 * float(value):.0f} %"


def from_to(sizes: Sequence[float], values: Sequence[float], says: Callable[[float], str] = number) -> str:
    """'from 0.2 at D = 16 to 0.05 at D = 256': the first and the last value, formatted by `says`."""
    first, last = (f"{says(values[g])} at D = {count(sizes[g])}" for g in (0, -1))
    return f"from {first} to {last}"


def sentence(words: str) -> str:
    """The words with a capital first letter."""
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
    """'a', 'a and b', 'a, b, and c'; with semicolons if a part contains a comma."""
    if len(parts) < 3:
        return " and ".join(parts)
    mark = ";" if any("," in part for part in parts) else ","
    return f"{f'{mark} '.join(parts[:-1])}{mark} and {parts[-1]}"


def are(parts: Sequence[str]) -> str:
    """'a is', 'a and b are'."""
    return f"{listed(parts)} {'is' if len(parts) == 1 else 'are'}"


def kernel_words(kernel) -> str:
    """'Matérn, ν = 2.5, ℓ = 4.15': a kernel with all its parameters."""
    scale = number(kernel.length_scale) if kernel.axes is None else f"({', '.join(map(number, kernel.axes))})"
    return f"{shape_words(kernel)}, ℓ = {scale}"


def shape_words(kernel) -> str:
    """'Matérn, ν = 2.5': a kernel with all its parameters but the length scale."""
    parts = [f"{shape.sign} = {number(getattr(kernel, shape.name))}" for shape in kernel.shape_parameters]
    if isinstance(kernel, FormulaKernel):
        parts = [f"{function_words(kernel)}, r = ‖δ‖/ℓ"]
    return ", ".join([kernel.label, *parts])


def function_words(kernel: FormulaKernel) -> str:
    """'f(r) = exp(−r)', or 'f through k(0) = 1, …'."""
    text = kernel.text if len(kernel.text) <= _LONGEST else f"{kernel.text[: _LONGEST - 1]}…"
    return f"f through {text}" if kernel.of_table else f"f(r) = {text}"


def dimensions(d: int) -> str:
    """'in one dimension', 'in 3 dimensions'."""
    return "in one dimension" if d == 1 else f"in {d} dimensions"
