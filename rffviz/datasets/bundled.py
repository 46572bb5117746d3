"""Five sets that scikit-learn carries within itself: no network, ever.

Inputs are unscaled. The two classes of `breast_cancer` are −1 malignant and +1 benign, in scikit-learn's order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from sklearn import datasets as sklearn_datasets

from rffviz.datasets.record import Dataset, DatasetEntry


class _Bundle(NamedTuple):
    """What is said of one set; `load` is scikit-learn's own loader."""

    label: str
    task: str
    shape: tuple[int, int]
    description: str
    source: str
    target_name: str
    load: Callable


_BUNDLES = {
    "iris": _Bundle(
        "Iris",
        "multiclass",
        (150, 4),
        "Flowers of three species: four lengths of each.",
        "Fisher's iris measurements (1936; UCI Iris, CC BY 4.0), 150 flowers of three species",
        "species",
        sklearn_datasets.load_iris,
    ),
    "wine_cultivars": _Bundle(  # not the papers' `wine_quality`
        "Wine cultivars",
        "multiclass",
        (178, 13),
        "Chemical analyses of wines of three cultivars.",
        "UCI Wine (Aeberhard and Forina 1992, CC BY 4.0), chemical analyses of 178 wines of three cultivars",
        "cultivar",
        sklearn_datasets.load_wine,
    ),
    "breast_cancer": _Bundle(
        "Breast cancer",
        "binary",
        (569, 30),
        "Measurements of cell nuclei; malignant or benign.",
        "UCI Breast Cancer Wisconsin (Diagnostic) (Wolberg, Mangasarian, Street and Street 1993, CC BY 4.0), 569 "
        "tumours",
        "diagnosis",
        sklearn_datasets.load_breast_cancer,
    ),
    "diabetes": _Bundle(
        "Diabetes",
        "regression",
        (442, 10),
        "Ten measurements of each patient, and how far the disease had progressed a year later.",
        "Diabetes progression of 442 patients (Efron, Hastie, Johnstone and Tibshirani 2004, Least angle regression; "
        "no explicit licence found), unscaled",
        "progression after one year",
        partial(sklearn_datasets.load_diabetes, scaled=False),
    ),
    "digits": _Bundle(  # three pixels are constant
        "Digits",
        "multiclass",
        (1797, 64),
        "Handwritten digits of 8 × 8 pixels.",
        "UCI Optical Recognition of Handwritten Digits (Alpaydin and Kaynak 1998, CC BY 4.0), its test set of 1,797 "
        "images",
        "digit",
        sklearn_datasets.load_digits,
    ),
}


def _load(name: str) -> Dataset:
    said = _BUNDLES[name]
    bunch = said.load()
    return Dataset(
        name=name,
        label=said.label,
        X=bunch.data,
        y=2 * bunch.target - 1 if said.task == "binary" else bunch.target,
        task=said.task,
        source=f"{said.source}, as shipped with scikit-learn.",
        feature_names=tuple(bunch.feature_names),
        target_name=said.target_name,
        class_names=() if said.task == "regression" else tuple(str(value) for value in bunch.target_names),
    )


BUNDLED = tuple(
    DatasetEntry(name, said.label, "bundled", said.task, *said.shape, said.description, partial(_load, name))
    for name, said in _BUNDLES.items()
)
