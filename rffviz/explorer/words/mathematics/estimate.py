"""The basic mathematics: Bochner's theorem and the estimate."""

from __future__ import annotations

from rffviz.explorer.words.mathematics.record import Formula

BOCHNER = Formula(r"k(\delta)=\int p(\omega)\cos(\omega^\top\delta)\,d\omega=\mathbb{E}\cos(\omega^\top\delta)")
ESTIMATE = Formula(r"\hat k(x-y)=\frac1D\sum_{j=1}^{D}\cos\omega_j^\top(x-y)=z(x)^\top z(y)")
PAIRED_VARIANCE = Formula(r"\operatorname{Var}\hat k(\delta)=\frac1D\Big[\tfrac12+\tfrac12k(2\delta)-k(\delta)^2\Big]")
