"""The mathematics of the view “Attention cost”."""

from __future__ import annotations

from rffviz.studies.attention_cost import AttentionCost
from rffviz.views.prediction.mathematics import measured_lines
from rffviz.words.mathematics.record import Formula, Lines, Mathematics, formula


def attention_cost_mathematics(record: AttentionCost) -> Mathematics:
    """Operations and exponentials of both, where they are equal, and the crossing that was timed."""
    counts = {"m": record.n_freqs, "F": record.n_features, "n": 2 * record.n_features}
    largest = {"N": int(record.n_tokens[-1]), "d": record.about.d, "p": record.p, "F": record.n_features}
    n, width = largest["N"], largest["d"] + largest["p"]
    lines: Lines = [
        r"Row i of exact attention is a mean of values with the weights $a_{ij}$, of temperature $\tau=\sqrt d$. Their "
        "estimates through positive features z of the Gaussian kernel factorise, and the sums over keys serve all "
        "queries:",
        Formula(
            r"\frac{\sum_j a_{ij}v_j}{\sum_j a_{ij}},\quad a_{ij}=\exp\frac{q_i^\top k_j}{\tau}\qquad\approx\qquad"
            r"\frac{z(q_i)^\top\sum_j c_jz(k_j)v_j^\top}{z(q_i)^\top\sum_j c_jz(k_j)},"
            r"\quad c_j=\exp\frac{\|k_j\|^2}{2\tau}"
        ),
        "An a × b matrix times a b × c matrix takes 2abc operations. Exact attention multiplies queries by keys, "
        "and their n × n weights by values; linear attention multiplies queries and keys by F = 2D frequencies, and "
        "their features by values and by sums:",
        Formula(r"\text{exact: }2n^2(d+p),\qquad\text{linear: }2\times2nFd+2\times2nFp=4nF(d+p)"),
        formula(
            r"n=<N>:\qquad 2\times <N>^2\times(<d>+<p>)=<exact>,\qquad 4\times <N>\times <F>\times(<d>+<p>)=<linear>",
            exact=2.0 * n**2 * width,
            linear=4.0 * n * largest["F"] * width,
            **largest,
        ),
        r"The exponentials are $n^2$ and $2nF$. Both counts are equal at the same n, for any d and p:",
        formula(r"n=2F=4D=4\times <m>=<n>", **counts),
    ]
    lines += measured_lines(
        record,
        counts["n"],
        "Measured times also include sums, copies, and how well each step uses the processor.",
        {"exact attention": record.exact_seconds, "linear attention": record.linear_seconds},
    )
    return Mathematics(
        "The cost of exact attention grows as the square of the number of tokens, that of linear attention linearly.",
        tuple(lines),
        "Choromanski et al. 2021, section 2 (not verified against the paper)",
    )
