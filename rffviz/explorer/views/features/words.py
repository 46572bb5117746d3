"""Words that several views of features share."""

from __future__ import annotations

from rffviz.explorer.words.numbers import measured


def signed(value: float) -> str:
    """A measured value with the minus sign of typography: '−0.35'."""
    return measured(value).replace("-", "−")
