"""When orthogonal frequencies beat Monte Carlo, in words."""

from __future__ import annotations

from rffviz.explorer.words.numbers import count, dimensions, measured, sentence
from rffviz.theory import OrthogonalGain


def orthogonal_title(gain: OrthogonalGain) -> str:
    """The headline: the variance of near pairs, in these dimensions."""
    said = f"{dimensions(gain.d)} {_verdict(gain)}: exact variance"
    return sentence(f"{said} {measured(gain.near)}× that of Monte Carlo at ‖δ‖ = ℓ")


def when_orthogonal_helps(gain: OrthogonalGain) -> str:
    """For which pairs, from which D on, and why."""
    return (
        f"{sentence(_verdict(gain))}: their variance is {measured(gain.near)}× that of Monte Carlo at ‖δ‖ = ℓ and "
        f"{measured(gain.far)}× at 3ℓ (exact, d = {gain.d}, D = {count(gain.n_freqs)}). The gain at near pairs grows "
        "with d as long as D is at least d; for D much smaller than d there is almost none. Why: near 0 the error is "
        "that of Σ(ω_j·δ)², and over d orthogonal frequencies this sum has 3/(d + 2) of the variance that it has over "
        "independent ones. Far away their cosines are nearly uncorrelated."
    )


def _verdict(gain: OrthogonalGain) -> str:
    return f"orthogonal frequencies {'help near pairs' if gain.helps else 'hardly help'}"
