"""The six benchmark sets of Li, Zhang, Zhou and Wang (2019), Table 1, and Rahimi and Recht's CPU files (2007).

Whatever arrives, from whichever place, is held against its declaration in `tables` before it is used.
"""

from __future__ import annotations

from rffviz.datasets import tables
from rffviz.datasets.fetching import Arrays, locate, obtain
from rffviz.datasets.prepare import choose_rows
from rffviz.datasets.record import Dataset
from rffviz.datasets.sources import SOURCES
from rffviz.validation import one_of, whole_number


def wine_quality(progress=None, allow_download: bool = True) -> Dataset:
    """White wines and their quality from 3 to 9, 4898 × 11; 937 rows repeat an earlier one, as in the source.

    Cortez, Cerdeira, Almeida, Matos and Reis (2009), Decision Support Systems 47; UCI 186, CC BY 4.0.
    """
    arrays, where = _table("wine_quality", progress, allow_download)
    return Dataset(
        name="wine_quality",
        label="Wine quality (white)",
        X=arrays["X"],
        y=arrays["y"],
        task="regression",
        source=f"UCI Wine Quality, white wines (Cortez et al. 2009, CC BY 4.0), {where}.",
        feature_names=tables.WINE_COLUMNS,
        target_name="quality",
    )


def parkinsons(target: str = "motor", progress=None, allow_download: bool = True) -> Dataset:
    """Sixteen voice measures and a UPDRS score, 5875 × 16; `groups` holds the 42 patients.

    `target` is "motor" (the papers' numbers fit it) or "total". A random split puts recordings of the same
    patient on both sides. Tsanas, Little, McSharry and Ramig (2009), IEEE Trans. Biomedical Engineering 57;
    UCI 189, CC BY 4.0.
    """
    one_of("target", target, ("motor", "total"))
    arrays, where = _table("parkinsons", progress, allow_download)
    return Dataset(
        name="parkinsons",
        label="Parkinsons telemonitoring",
        X=arrays["X"],
        y=arrays["y_motor" if target == "motor" else "y"],
        task="regression",
        source=f"UCI Parkinsons Telemonitoring (Tsanas and Little 2009, CC BY 4.0), {target} UPDRS, {where}.",
        feature_names=tables.PARKINSONS_COLUMNS,
        target_name=f"{target} UPDRS",
        groups=arrays["subject"],
    )


def cpu(progress=None, allow_download: bool = True) -> Dataset:
    """System counters and the share of time in user mode, 8192 × 21: DELVE's comp-activ, "cpu_act"."""
    arrays, where = _table("cpu", progress, allow_download)
    return Dataset(
        name="cpu",
        label="CPU activity",
        X=arrays["X"],
        y=arrays["y"],
        task="regression",
        source=f"DELVE comp-activ (cpu_act; no explicit licence found), {where}.",
        feature_names=tables.CPU_COLUMNS,
        target_name="usr (% of time in user mode)",
    )


def cpu_rr2007(progress=None, allow_download: bool = True) -> Dataset:
    """The CPU rows that Rahimi and Recht (2007) used, 7373 × 21, split 6554/819; the target is usr + 1.

    Every row is also in `cpu`. No public source offers the file: only the folder named by RFFVIZ_DATA.
    """
    arrays, where = _table("cpu_rr2007", progress, allow_download)
    return Dataset(
        name="cpu_rr2007",
        label="CPU activity (2007 split)",
        X=arrays["X"],
        y=arrays["y"],
        task="regression",
        source=f"Rahimi and Recht's CPU files (2007), a part of DELVE comp-activ (no explicit licence found), {where}.",
        feature_names=tables.CPU_COLUMNS,
        target_name="usr + 1",
        split=arrays["split"],
    )


def adult(progress=None, allow_download: bool = True) -> Dataset:
    """Income above (+1) or up to (−1) 50,000 dollars, 48842 × 123 binary columns, split 32561/16281.

    LIBSVM's a9a, made by Platt (1998) from UCI Adult (Becker and Kohavi 1996), CC BY 4.0.
    """
    arrays, where = _table("adult", progress, allow_download)
    return Dataset(
        name="adult",
        label="Adult (a9a)",
        X=arrays["X"],
        y=arrays["y"],
        task="binary",
        source=f"LIBSVM a9a, from UCI Adult (Becker and Kohavi 1996, CC BY 4.0), {where}.",
        feature_names=tables.ADULT_COLUMNS,
        target_name="income",
        class_names=("up to 50K", "over 50K"),
        split=arrays["split"],
    )


def mnist01(progress=None, allow_download: bool = True) -> Dataset:
    """Handwritten digits 0 (−1) and 1 (+1), 14780 × 784 grey values 0–255, split 12665/2115.

    LeCun, Cortes and Burges, the MNIST database.
    """
    arrays, where = _table("mnist01", progress, allow_download)
    return Dataset(
        name="mnist01",
        label="MNIST 0 or 1",
        X=arrays["X"],
        y=arrays["y"],
        task="binary",
        source=f"MNIST, digits 0 and 1 (LeCun, Cortes and Burges; no explicit licence), {where}.",
        feature_names=tables.MNIST_COLUMNS,
        target_name="digit",
        class_names=("digit 0", "digit 1"),
        split=arrays["split"],
    )


def covtype(
    n_points: int = tables.COVTYPE_PAPER_ROWS,
    random_state: int = 0,
    progress=None,
    allow_download: bool = True,
) -> Dataset:
    """Forest cover of type 1 (+1, spruce and fir) against the rest (−1), 54 inputs.

    The paper uses 58,101 of 581,012 rows and does not say which: here they are the first `n_points` of a
    permutation drawn with `numpy.random.default_rng(random_state)`, so rows come shuffled (the source's
    order follows the place) and a larger number extends a smaller. Blackard and Dean (1999), Computers and
    Electronics in Agriculture 24; UCI 31, CC BY 4.0.

    The folder named by RFFVIZ_DATA may hold `covtype.npz` (X and y of −1/+1) with all rows or with 58,101.
    """
    n_points = whole_number("n_points", n_points, low=1, high=tables.COVTYPE_ROWS)
    random_state = whole_number("random_state", random_state, low=0)
    arrays, where = obtain(
        "covtype", tables.COVTYPE_FILE, tables.check_covtype, SOURCES["covtype"], progress, allow_download
    )
    rows = choose_rows(len(arrays["X"]), n_points, random_state)
    return Dataset(
        name="covtype",
        label="Covertype 1 or not",
        X=arrays["X"][rows],
        y=arrays["y"][rows],
        task="binary",
        source=f"UCI Covertype (Blackard and Dean 1999, CC BY 4.0), {n_points} shuffled rows (seed "
        f"{random_state}), {where}.",
        feature_names=tables.COVTYPE_COLUMNS,
        target_name="cover type",
        class_names=("another type", "type 1 (spruce and fir)"),
    )


def where_is(name: str) -> str:
    """Where a load of this dataset would read from now, as `DatasetEntry.availability` says it."""
    filename = tables.COVTYPE_FILE if name == "covtype" else tables.TABLES[name].file
    return locate(filename, fetchable=name in SOURCES)


def _table(name: str, progress, allow_download: bool) -> tuple[Arrays, str]:
    table = tables.TABLES[name]
    return obtain(
        name,
        table.file,
        lambda arrays: tables.check_table(table, arrays),
        SOURCES.get(name, ()),
        progress,
        allow_download,
    )
