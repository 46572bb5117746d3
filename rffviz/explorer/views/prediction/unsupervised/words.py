"""The words of the view “Unsupervised”."""

from __future__ import annotations

import numpy as np

from rffviz.explorer.words.about import Words, about_words, provenance, scheme_words
from rffviz.explorer.words.numbers import count, per_cent, plural
from rffviz.explorer.words.readout import Readout
from rffviz.studies.unsupervised import Unsupervised


def unsupervised_words(record: Unsupervised) -> Words:
    """The title gives the overlap with the exact principal plane at the D shown first."""
    start = record.start
    frequencies, alike = plural(record.n_freqs[start], "frequency"), per_cent(record.alike[start])
    return Words(
        title=f"With {frequencies} kernel PCA is {alike} recovered",
        subtitle=about_words(
            record.about,
            scheme_words(record.about),
            "components of the features are rotated to match the exact ones",
            f"colour and marker: {record.about.settings['n_clusters']} clusters of k-means",
        ),
        readout=unsupervised_readout(record, start),
        alt=f"Kernel principal components and clusters, exact beside features: with {frequencies} the planes of the "
        f"first two components overlap by {alike}.",
        provenance=provenance(record.about),
        notes=(
            "The exact side decomposes the centred kernel matrix, the other the centred features. A Rand index "
            "(adjusted) of 1 is the same partition, 0 is chance. Classes are only compared with.",
        ),
    )


def unsupervised_readout(record: Unsupervised, g: int) -> Readout:
    """Overlap of the planes, the variance they hold, and agreement of clusters, for one number of frequencies."""
    held, exact = (per_cent(shares[:2].sum()) for shares in (record.variances[g], record.exact_variances))
    columns = [
        f"D = {count(record.n_freqs[g])}",
        "overlap with exact plane",
        "variance held",
        "Rand index, exact clusters",
    ]
    rows = [
        ["features", per_cent(record.alike[g]), held, _index(record.agreement[g])],
        ["exact kernel", "100 %", exact, "1.00"],
    ]
    if not np.isnan(record.truth_agreement[-1]):
        columns.append("Rand index, classes")
        for row, agreement in zip(rows, (record.truth_agreement[g], record.truth_agreement[-1]), strict=True):
            row.append(_index(agreement))
    return Readout(columns, rows)


def _index(value: float) -> str:
    """Two decimals, and never −0.00."""
    return f"{round(float(value), 2) + 0.0:.2f}"
