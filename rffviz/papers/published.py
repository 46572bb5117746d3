"""The numbers printed in the papers, as data, and our names for their methods.

None of them was measured by this project.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Method:
    """A method of Li et al. 2019 under its name in the paper.

    Attributes
    ----------
    name : str
        As in the tables; "NEAREST" is in none of them, but the text describes it.
    scheme : str
        Its key in `rffviz.samplers.SAMPLERS`; empty where frequencies or weights are learned.
    replicated_as : str
        The scheme that is measured: the randomised form of `scheme`, so that there is a spread over seeds.
    landmarks : str
        Their kind, where a method learns on landmarks; empty elsewhere.
    """

    name: str
    scheme: str = ""
    replicated_as: str = ""
    landmarks: str = ""


METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        Method("MC", "monte_carlo", "monte_carlo"),
        Method("FASTFOOD", "fastfood", "fastfood"),
        Method("HALTON", "halton", "halton_scrambled"),
        Method("SOBOL", "sobol", "sobol_scrambled"),
        Method("LATTICE", "lattice", "lattice_scrambled"),
        Method("DIGIT", "digital_net", "digital_net"),
        Method("MM", "moment_matching", "moment_matching"),
        Method("WEIGHT", landmarks="sample"),
        Method("ALIGN"),
        Method("SAMPLE", landmarks="sample"),
        Method("CLUSTER", landmarks="kmeans"),
        Method("NEAREST", landmarks="nearest"),
        Method("SUPERVISE", landmarks="sample"),
    )
}

# --- Li, Zhang, Wang & Kumar 2019 -------------------------------------------------------------------------------------

# Table 1: dataset → (task, dimension, points).
LI_TABLE_1 = {
    "wine_quality": ("regression", 11, 4898),
    "parkinsons": ("regression", 16, 5875),
    "cpu": ("regression", 21, 8192),
    "adult": ("binary", 123, 48_842),
    "covtype": ("binary", 54, 58_101),
    "mnist01": ("binary", 784, 14_780),
}

_COLUMNS_2 = ("MC", "FASTFOOD", "HALTON", "SOBOL", "LATTICE", "DIGIT", "MM", "WEIGHT", "SAMPLE", "CLUSTER")
_TABLE_2 = (  # dataset, r, then a value for each of _COLUMNS_2
    ("wine_quality", 50, 0.31, 0.34, 0.24, 0.27, 0.28, 0.23, 0.25, 0.24, 0.14, 0.13),
    ("wine_quality", 100, 0.19, 0.25, 0.18, 0.2, 0.19, 0.15, 0.17, 0.15, 0.08, 0.08),
    ("wine_quality", 200, 0.13, 0.16, 0.11, 0.14, 0.13, 0.11, 0.13, 0.1, 0.05, 0.05),
    ("parkinsons", 50, 0.16, 0.13, 0.1, 0.18, 0.12, 0.08, 0.14, 0.1, 0.05, 0.04),
    ("parkinsons", 100, 0.08, 0.14, 0.09, 0.12, 0.07, 0.05, 0.09, 0.05, 0.03, 0.02),
    ("parkinsons", 200, 0.06, 0.08, 0.05, 0.09, 0.06, 0.04, 0.05, 0.03, 0.02, 0.01),
    ("cpu", 50, 0.17, 0.18, 0.14, 0.18, 0.14, 0.13, 0.13, 0.14, 0.11, 0.09),
    ("cpu", 100, 0.13, 0.13, 0.11, 0.12, 0.11, 0.09, 0.09, 0.1, 0.07, 0.05),
    ("cpu", 200, 0.08, 0.1, 0.07, 0.09, 0.07, 0.06, 0.06, 0.06, 0.04, 0.03),
    ("adult", 50, 0.27, 0.29, 0.27, 0.28, 0.28, 0.26, 0.89, 0.26, 0.23, 0.25),
    ("adult", 100, 0.19, 0.22, 0.18, 0.2, 0.2, 0.18, 0.24, 0.19, 0.14, 0.16),
    ("adult", 200, 0.14, 0.16, 0.13, 0.14, 0.14, 0.11, 0.1, 0.13, 0.1, 0.11),
    ("covtype", 50, 0.23, 0.25, 0.22, 0.22, 0.23, 0.21, 0.19, 0.22, 0.16, 0.14),
    ("covtype", 100, 0.16, 0.18, 0.15, 0.16, 0.16, 0.13, 0.12, 0.14, 0.09, 0.07),
    ("covtype", 200, 0.11, 0.12, 0.1, 0.12, 0.11, 0.09, 0.09, 0.09, 0.05, 0.04),
    ("mnist01", 50, 0.17, 0.21, 0.17, 0.18, None, 0.21, 1.25, 0.17, 0.14, 0.26),
    ("mnist01", 100, 0.13, 0.15, 0.13, 0.13, None, 0.13, 1.1, 0.12, 0.09, 0.24),
    ("mnist01", 200, 0.09, 0.1, 0.09, 0.08, None, 0.09, 0.84, 0.08, 0.06, 0.1),
)

# Table 2, relative Frobenius error of the kernel matrix: (dataset, r, method) → value, None where it is printed as
# missing (the paper's lattices stop at 250 dimensions).
LI_TABLE_2: dict[tuple[str, int, str], float | None] = {
    (dataset, n_freqs, method): value
    for dataset, n_freqs, *values in _TABLE_2
    for method, value in zip(_COLUMNS_2, values, strict=True)
}

_COLUMNS_3 = (*_COLUMNS_2[:8], "ALIGN", *_COLUMNS_2[8:], "SUPERVISE")
_TABLE_3 = (  # dataset, then a value for each of _COLUMNS_3
    ("wine_quality", 0.712, 0.697, 0.697, 0.707, 0.709, 0.703, 0.716, 0.71, 0.703, 0.706, 0.703, 0.697),
    ("parkinsons", 6.931, 6.929, 6.963, 6.898, 6.959, 6.997, 6.946, 6.95, 6.895, 6.957, 6.931, 6.432),
    ("cpu", 7.238, 6.632, 7.196, 7.471, 6.455, 7.415, 7.664, 7.533, 6.889, 7.495, 7.06, 3.687),
    ("adult", 16.02, 15.91, 16.01, 15.9, 15.94, 15.87, 15.75, 16.1, 15.94, 15.98, 15.96, 15.64),
    ("covtype", 19.37, 19.94, 19.39, 19.63, 19.39, 19.95, 19.78, 19.67, 19.46, 19.52, 19.32, 19.78),
    ("mnist01", 0.757, 0.757, 0.567, 0.615, None, 0.709, 0.378, 0.851, 0.662, 0.757, 0.735, 0.378),
)

# Table 3, error on test points with n = r = 200: (dataset, method) → RMSE for regression, per cent wrong for
# classification.
LI_TABLE_3: dict[tuple[str, str], float | None] = {
    (dataset, method): value for dataset, *values in _TABLE_3 for method, value in zip(_COLUMNS_3, values, strict=True)
}

# --- Rahimi & Recht 2007 ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PublishedRun:
    """One entry of Rahimi and Recht's Table 1.

    Attributes
    ----------
    dataset : str
        The table's name for it.
    method : str
        "fourier" or "binning" (least squares on features), "cvm" (core vector machine) or "exact" (an SVM).
    error_percent : float
        Per cent of test points wrong; for regression the RMS error over the norm of the truth, in per cent.
    seconds : float or None
        Of training and testing, on their machine; None where the table says only "under 1".
    n_freqs, n_grids : int or None
        Number of frequencies (the table's D) or of grids (its P).
    """

    dataset: str
    method: str
    error_percent: float
    seconds: float | None
    n_freqs: int | None = None
    n_grids: int | None = None


# KDDCUP99 has two core vector machines: the fast one and the accurate one are printed in one cell.
RAHIMI_RECHT_TABLE_1: tuple[PublishedRun, ...] = (
    PublishedRun("CPU", "fourier", 3.6, 20, n_freqs=300),
    PublishedRun("CPU", "binning", 5.3, 180, n_grids=350),
    PublishedRun("CPU", "cvm", 5.5, 51),
    PublishedRun("CPU", "exact", 11, 31),
    PublishedRun("Census", "fourier", 5, 36, n_freqs=500),
    PublishedRun("Census", "binning", 7.5, 1140, n_grids=30),
    PublishedRun("Census", "cvm", 8.8, 450),
    PublishedRun("Census", "exact", 9, 780),
    PublishedRun("Adult", "fourier", 14.9, 9, n_freqs=500),
    PublishedRun("Adult", "binning", 15.3, 90, n_grids=30),
    PublishedRun("Adult", "cvm", 14.8, 4380),
    PublishedRun("Adult", "exact", 15.1, 420),
    PublishedRun("Forest Cover", "fourier", 11.6, 4260, n_freqs=5000),
    PublishedRun("Forest Cover", "binning", 2.2, 1500, n_grids=50),
    PublishedRun("Forest Cover", "cvm", 2.3, 27000),
    PublishedRun("Forest Cover", "exact", 2.2, 158400),
    PublishedRun("KDDCUP99", "fourier", 7.3, 90, n_freqs=50),
    PublishedRun("KDDCUP99", "binning", 7.3, 2100, n_grids=10),
    PublishedRun("KDDCUP99", "cvm", 6.2, 1.4),
    PublishedRun("KDDCUP99", "cvm", 18, 20),
    PublishedRun("KDDCUP99", "exact", 8.3, None),
)
