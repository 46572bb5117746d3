"""The mathematics of the view “Maps”."""

from __future__ import annotations

from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.studies.maps import MapComparison


def maps_mathematics(record: MapComparison) -> Mathematics:
    """Both variances, their difference at equal features, and both errors about one length scale from 0."""
    kernel = record.about.kernel
    at = record.at_length_scale
    delta = record.line_distance[at] * record.direction
    values = {"t": record.line_distance[at], "F": record.n_features, "k": kernel.of_difference(delta)}
    values |= {
        "k2": kernel.of_difference(2 * delta),
        "paired": record.paired.line[at],
        "offset": record.offset.line[at],
    }
    return Mathematics(
        "For the same number F of features, cos/sin pairs have the smaller variance if and only if k(2δ) < 2k(δ)².",
        (
            r"One frequency as a cos/sin pair gives $\cos\omega^\top\delta$, whose square has mean "
            r"$\tfrac12+\tfrac12k(2\delta)$. With $F=2D$ features:",
            Formula(r"\operatorname{Var}_{\text{pairs}}=\frac1F\big[1+k(2\delta)-2k(\delta)^2\big]"),
            r"One frequency with a random phase gives $2\cos(\omega^\top x+b)\cos(\omega^\top y+b)$, which is "
            r"$\cos\omega^\top\delta+\cos(\omega^\top(x+y)+2b)$. The phase b is uniform, so the second term has mean "
            "0 and variance ½ and is uncorrelated with the first. With $F=D$:",
            Formula(r"\operatorname{Var}_{\text{phase}}=\frac1F\big[1+\tfrac12k(2\delta)-k(\delta)^2\big]"),
            Formula(
                r"\operatorname{Var}_{\text{phase}}-\operatorname{Var}_{\text{pairs}}"
                r"=\frac1F\big[k(\delta)^2-\tfrac12k(2\delta)\big]"
            ),
            said(r"At $\|\delta\|=<t>$ and $F=<F>$ the standard deviations of pairs and of phases are", **values),
            formula(r"\sigma_{\text{pairs}}=\sqrt{\frac{1+<k2>-2\times <k>^2}{<F>}}=<paired>", **values),
            formula(r"\sigma_{\text{phase}}=\sqrt{\frac{1+\tfrac12\times <k2>-<k>^2}{<F>}}=<offset>", **values),
        ),
        "Sutherland & Schneider 2015, section 2 (not verified against the paper)",
    )
