"""The mathematics of the papers' tables: the errors they report, and when a published number counts as reproduced."""

from __future__ import annotations

from rffviz.explorer.words.mathematics.record import Formula, formula, said
from rffviz.papers.beside import Entry

ERRORS = {
    "‖K̂ − K‖_F/‖K‖_F": (
        "All d columns are z-scored. The error of the kernel matrix is over all $N^2$ pairs of points:",
        Formula(
            r"\frac{\|\hat K-K\|_F}{\|K\|_F},\qquad K_{ij}=\exp\Big(-\frac{\|x_i-x_j\|^2}{d}\Big),\quad \hat "
            r"K_{ij}=\sum_{k=1}^D p_k\cos\big(\omega_k^\top(x_i-x_j)\big)"
        ),
    ),
}
SPREAD = (
    "Each of the n seeds gives an error $e_s$. Their mean and standard deviation (SD) are",
    Formula(r"\bar e=\frac{1}{n}\sum_s e_s,\qquad \sigma=\sqrt{\frac{1}{n-1}\sum_s(e_s-\bar e)^2}"),
    "The published number p is rounded to a multiple of h. The difference in SDs is",
    Formula(r"z=\frac{\operatorname{sign}(\bar e-p)}{\sigma}\max\Big(0,|\bar e-p|-\frac{h}{2}\Big)"),
    r"The published number counts as reproduced if $|z|\le 1$: by chance alone, about a third of single seeds would "
    "lie further away. The SD of the published number, which the paper does not print, would widen this.",
)
SOURCE = "Li, Zhang, Wang & Kumar 2019, “Experiments” and Table 2; Rahimi & Recht 2007, Table 1"


def worked(entry: Entry) -> tuple[str | Formula, ...]:
    """The difference of a cell with its rounded numbers; nothing if there is none."""
    if not entry.spreads or entry.printed is None or entry.mean is None or entry.spread is None:
        return ()
    edge = entry.printed[entry.spreads > 0]
    mean, spread = (float(f"{value:.4g}") for value in (entry.mean, entry.spread))
    where = f"{entry.cell.method} on {entry.cell.dataset}".replace("_", " ")
    size = said(", $D=<r>$", r=entry.cell.size) if entry.cell.size else ""
    return (
        f"For {where}{size}, from the nearest number that rounds to the published one:",
        formula(r"z=\frac{<mean>-<edge>}{<spread>}=<z>", mean=mean, edge=edge, spread=spread, z=(mean - edge) / spread),
    )
