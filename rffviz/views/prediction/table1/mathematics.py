"""The mathematics of the view “Table 1”."""

from __future__ import annotations

from rffviz.papers.table1 import Table1Row
from rffviz.views.prediction.mathematics import RIDGE
from rffviz.words.mathematics.record import Formula, Mathematics, formula


def table_mathematics(record: Table1Row) -> Mathematics:
    """Fourier and binning features, the error of the table, and each cell against the paper's."""
    error = (
        r"100\,\frac{\|f-y\|}{\|y\|}"
        if record.task == "regression"
        else r"100\times\frac{\#\{i:f(x_i)\ne y_i\}}{n_{\text{test}}}"
    )
    lines = [
        RIDGE,
        r"Binning lays grids of random pitch and shift over the points; a feature says whether a point lies in one bin "
        r"of all coordinates. Two points share a bin with a probability that is the kernel:",
        Formula(r"k(\delta)=\prod_i\int_0^\infty p(u)\max\Big(0,1-\frac{|\delta_i|}{u}\Big)du,\qquad p(u)=u\,k_1''(u)"),
        r"Here $k_1$ is the kernel of one coordinate. For the Laplacian the pitch u is "
        r"$\mathrm{Gamma}(2,\ell)$; for the "
        r"Gaussian $k_1''<0$ near 0, so that it has no such p.",
        "The error, in percent, is",
        Formula(error),
    ]
    for cell in record.cells:
        values = {"here": cell.error, "paper": cell.published, "gap": cell.error - cell.published}
        name = {"fourier_ls": "Fourier features", "binning_ls": "Binning", "exact_svm": "The exact machine"}[
            cell.method
        ]
        lines += [
            f"{name}, measured minus published:",
            formula(r"<here>-<paper>=<gap>", **values),
        ]
    return Mathematics(
        "Least squares on random features takes the place of a kernel machine.",
        tuple(lines),
        "Rahimi & Recht 2007, sections 3 to 5, Claim 2 (not verified against the paper) and Table 1",
    )
