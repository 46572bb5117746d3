"""Labels that settings share with views and reports."""

from __future__ import annotations

import re

from rffviz.datasets import DATASETS
from rffviz.kernels import KERNELS
from rffviz.papers.claims import CLAIMS
from rffviz.papers.claims_record import ALL
from rffviz.papers.figure1 import RIDGE_LABELS
from rffviz.papers.kdd_grid import KDD_FACTORS

STEP_LABELS = {
    "printed": "Rahimi & Recht (2007), as printed",
    "constants": "best constant",
    "radius": "best radius",
    "pairs": "union bound over pairs",
    "variance": "Bernstein, not Hoeffding",
    "exponent": "exact exponent",
    "normal": "Gaussian approximation",
    "measured": "measured",
}
"""What stands beside the bar of each step."""

METHOD_LABELS = {
    "fourier_ls": "Fourier",
    "binning_ls": "binning",
    "fourier_binning_ls": "Fourier + binning",
    "cvm": "core vector",
    "exact_svm": "exact SVM",
    "MM": "moment matching",
    **RIDGE_LABELS,
} | {name: f"ℓ = {factor:g} × median" for name, factor in KDD_FACTORS.items()}
"""Methods of the papers that have a name other than theirs."""
CLAIM_LABELS = {ALL: "all"} | {claim.name: f"{claim.method} ({claim.source})" for claim in CLAIMS.values()}
"""What is chosen in the view “Claims”."""
MACHINES = {"ridge": "ridge regression", "svm": "linear SVM"}
_UNITS = {"arc_cosine_0": "arc-cosine, order 0", "arc_cosine_1": "arc-cosine, order 1"}


def share(n: int, n_freqs: int) -> str:
    """n as a multiple of the number of frequencies: D/25, D, 5D."""
    if n == n_freqs:
        return "D"
    return f"D/{n_freqs / n:.3g}" if n < n_freqs else f"{n / n_freqs:.3g}D"


def method_label(method: str) -> str:
    """The name of a method: as in the paper, or in words."""
    return METHOD_LABELS.get(method, method)


def short_title(title: str) -> str:
    """'2019, Table 2': for a small control."""
    return title[re.search(r"\d{4}|$", title).start() :] or title


def kernel_label(kernel: str) -> str:
    """Display name of a kernel of the survey."""
    return KERNELS[kernel].label if kernel in KERNELS else _UNITS[kernel]


def data_label(dataset: str) -> str:
    """Display name of a dataset, known or not."""
    return DATASETS[dataset].label if dataset in DATASETS else dataset
