"""The mathematics of the view “Attention cost”."""

from __future__ import annotations

from rffviz.explorer.views.prediction.mathematics import measured_lines
from rffviz.explorer.words.mathematics.record import Formula, Lines, Mathematics, formula
from rffviz.studies.attention_cost import AttentionCost


def attention_cost_mathematics(record: AttentionCost) -> Mathematics:
    """Operations and exponentials of both, where they are equal, and the crossing that was timed."""
    n, F, d, p = int(record.n_tokens[-1]), record.n_features, record.about.d, record.p
    values = {"n": n, "F": F, "d": d, "p": p, "exact": 2.0 * n**2 * (d + p), "linear": 4.0 * n * F * (d + p)}
    equal = 2 * F
    lines: Lines = [
        r"Row i of exact attention is a mean of values, weighted by $a_{ij}$ at temperature $\tau=\sqrt d$:",
        Formula(r"\frac{\sum_j a_{ij}v_j}{\sum_j a_{ij}},\qquad a_{ij}=\exp\frac{q_i^\top k_j}{\tau}"),
        "Positive features z of the Gaussian kernel estimate the weights by products. The sums over keys then serve "
        "all queries:",
        Formula(
            r"\frac{z(q_i)^\top\sum_j c_jz(k_j)v_j^\top}{z(q_i)^\top\sum_j c_jz(k_j)},"
            r"\qquad c_j=\exp\frac{\|k_j\|^2}{2\tau}"
        ),
        "An a × b matrix times a b × c matrix takes 2abc operations. Exact attention multiplies n queries by n keys, "
        "and the weights by n values:",
        formula(r"2n^2(d+p)=2\times <n>^2\times(<d>+<p>)=<exact>", **values),
        "Linear attention multiplies queries and keys by F = 2D frequencies, the features of keys by values, and those "
        "of queries by the sums:",
        formula(r"4nF(d+p)=4\times <n>\times <F>\times(<d>+<p>)=<linear>", **values),
        r"The exponentials are $n^2$ and $2nF$. Both counts are equal at the same n, for any d and p:",
        formula(r"n=2F=4D=4\times <m>=<n>", m=record.n_freqs, n=equal),
    ]
    lines += measured_lines(
        record,
        equal,
        "Measured times also include sums, copies, and how well each step uses the processor.",
        {"exact attention": record.exact_seconds, "linear attention": record.linear_seconds},
    )
    return Mathematics(
        "The cost of exact attention grows as the square of the number of tokens, that of linear attention linearly.",
        tuple(lines),
        "Choromanski et al. 2021, section 2",
    )
