"""The words of the view “Unsupervised”."""

from __future__ import annotations

import numpy as np

from rffviz.studies.unsupervised import Unsupervised
from rffviz.words.about import Words, about_words, provenance, scheme_words
from rffviz.words.numbers import count, per_cent, plural


def unsupervised_words(record: Unsupervised) -> Words:
    """The title gives the overlap with the exact principal plane at the most and at the fewest frequencies."""
    most, least = plural(record.n_freqs[-1], "frequency"), count(record.n_freqs[0])
    title = f"The principal plane of {most} overlaps the kernel's own by {per_cent(record.alike[-1])}"
    return Words(
        title=title if len(record.n_freqs) == 1 else f"{title}, that of {least} by {per_cent(record.alike[0])}",
        subtitle=about_words(
            record.about,
            scheme_words(record.about),
            "first two principal components; those of the features are turned to lie on the exact ones",
            f"colour and marker: {record.about.settings['n_clusters']} clusters of k-means",
        ),
        reading=reading(record, record.start),
        alt=f"Kernel principal components and clusters, exact beside features. {reading(record, -1)}",
        provenance=provenance(record.about),
        notes=(
            "The exact side decomposes the centred kernel matrix. The features are centred and decomposed themselves, "
            "without any kernel matrix. An adjusted Rand index of 1 is the same division, 0 is what chance would give. "
            "Classes are only compared with; nothing is learned from them.",
        ),
    )


def reading(record: Unsupervised, g: int) -> str:
    """The sentence under the figure, for one number of frequencies."""
    held, exact = record.variances[g, :2].sum(), record.exact_variances[:2].sum()
    words = (
        f"With D = {count(record.n_freqs[g])} the plane of the first two components overlaps the exact one by "
        f"{per_cent(record.alike[g])}; they hold {per_cent(held)} of the variance (exact: {per_cent(exact)}), and the "
        f"clusters agree with the exact ones by an adjusted Rand index of {_index(record.agreement[g])}"
    )
    of_features = record.truth_agreement[:-1]
    if np.isnan(of_features[g]):
        return f"{words}."
    truth, exact = _index(of_features[g]), _index(record.truth_agreement[-1])
    return f"{words}, with the classes by {truth} (exact: {exact})."


def _index(value: float) -> str:
    """Two decimals, and never −0.00."""
    return f"{round(float(value), 2) + 0.0:.2f}"
