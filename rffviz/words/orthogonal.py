"""When orthogonal frequencies beat Monte Carlo, in words."""

from __future__ import annotations

from rffviz.theory import OrthogonalGain
from rffviz.words.numbers import count, measured


def orthogonal_title(gain: OrthogonalGain) -> str:
    """The headline: the variance of near pairs."""
    return f"{_verdict(gain)}: exact variance {measured(gain.near)}× that of Monte Carlo at ‖δ‖ = ℓ"


def when_orthogonal_helps(gain: OrthogonalGain) -> str:
    """For which pairs, and from which D on."""
    return (
        f"{_verdict(gain)}: their variance is {measured(gain.near)}× that of Monte Carlo at ‖δ‖ = ℓ and "
        f"{measured(gain.far)}× at 3ℓ (exact, d = {gain.d}, D = {count(gain.n_freqs)}). The gain at near pairs grows "
        "with d as long as D is at least d; for D much smaller than d there is almost none."
    )


def _verdict(gain: OrthogonalGain) -> str:
    return f"Orthogonal frequencies {'help near pairs' if gain.helps else 'hardly help'}"
