"""The words and the mathematics of the view “Attention cost”."""

from __future__ import annotations

import math

from rffviz.explorer.views.prediction.mathematics import measured_lines
from rffviz.explorer.views.prediction.words import CLOCKED, timings_title
from rffviz.explorer.words.about import Words, dotted, provenance
from rffviz.explorer.words.mathematics.record import Formula, Lines, Mathematics, formula
from rffviz.explorer.words.numbers import count, number
from rffviz.explorer.words.readout import Readout
from rffviz.explorer.words.waiting import duration
from rffviz.studies.attention_cost import AttentionCost

_UNITS = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"))


def attention_cost_words(record: AttentionCost) -> Words:
    """The title says from how many tokens on, or at how many sizes, linear attention is faster."""
    d, p, n_features = record.about.d, record.p, record.n_features
    return Words(
        title=_title(record),
        subtitle=dotted(
            f"Softmax attention, exact and through {count(n_features)} positive features",
            f"D = {count(record.n_freqs)}, F = 2·D",
            "orthogonal frequencies",
            f"d = {d} (queries, keys), p = {p} (values), temperature √d, float32",
            "processor seconds on this machine, one thread, the faster of two runs",
        ),
        readout=attention_cost_readout(record),
        alt="Processor seconds and peak memory of exact and of linear attention against the number of tokens: "
        f"{_title(record)}.",
        provenance=provenance(
            record.about,
            f"d: {d}; p: {p}; frequencies: {n_features}; dtype: float32",
            CLOCKED,
        ),
        notes=(
            "Both run here, one after the other, on random tokens. Exact attention takes 2n²(d + p) operations, linear "
            f"attention 4nF(d + p). Exact attention is not run beyond {record.most_exact:,} tokens: its line "
            "continues as n². The frequencies are drawn before the clock starts. This view measures no error.",
            "Memory is the most that one call allocates at a time, measured in a further run: its output counts, its "
            "arguments do not. Exact attention holds a block of rows of the weights at a time; the dashed line counts "
            "all n × n weights, 4n² bytes.",
        ),
    )


def attention_cost_readout(record: AttentionCost) -> Readout:
    """Seconds and memory at the largest size at which both ran, and at the largest size."""
    both = int(record.shared[-1]) if len(record.shared) else max(record.n_timed - 1, 0)
    at = list(dict.fromkeys((both, len(record.n_tokens) - 1)))
    peaks = {
        "exact, memory": record.exact_peak_bytes,
        "linear, memory": record.linear_peak_bytes,
        "n × n weights": record.matrix_bytes,
    }
    rows = [
        ("exact, seconds", *(_exact_seconds(record, g) for g in at)),
        ("linear, seconds", *(number(record.linear_seconds[g]) for g in at)),
        *((name, *(storage(values[g]) for g in at)) for name, values in peaks.items()),
    ]
    return Readout(("tokens", *(count(record.n_tokens[g]) for g in at)), rows)


def _exact_seconds(record: AttentionCost, g: int) -> str:
    """Seconds of exact attention; with ≈ at a size for which it is not run."""
    n, seconds = record.n_tokens[g], record.exact_seconds[g]
    if n > record.most_exact and math.isfinite(record.exact_at(n)):
        return f"≈ {number(record.exact_at(n))}"
    return number(seconds)


def crossing_words(record: AttentionCost) -> str:
    """'1,200': tokens above which linear attention is faster, in two digits, as runs differ."""
    return number(float(f"{record.crossing:.2g}"))


def beyond_words(record: AttentionCost) -> str:
    """'≈ 17 s': the time of exact attention at the largest size."""
    return f"≈ {duration(record.exact_at(record.n_tokens[-1]))}"


def storage(n_bytes: float) -> str:
    """'4.73 MB'; a dash where it is not known."""
    unit, name = next((unit for unit in _UNITS if n_bytes >= unit[0]), (1.0, "bytes"))
    return f"{number(n_bytes / unit)}\N{NO-BREAK SPACE}{name}" if math.isfinite(n_bytes) else "–"


def _title(record: AttentionCost) -> str:
    named = "linear attention is faster", "linear attention is slower"
    return timings_title(record, f"{crossing_words(record)} tokens", *named) or "Timing exact and linear attention"


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
