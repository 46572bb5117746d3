"""Five sets bundled with scikit-learn, which never need the network.

Inputs are unscaled. The two classes of `breast_cancer` are −1 malignant and +1 benign, in scikit-learn's order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sklearn import datasets as sklearn_datasets

from rffviz.datasets.record import Dataset, DatasetEntry


def _load(name: str, label: str, task: str, target_name: str, source: str, loader: Callable[[], Any]) -> Dataset:
    """A dataset from scikit-learn's `loader`."""
    bunch = loader()
    return Dataset(
        name=name,
        label=label,
        X=bunch.data,
        y=2 * bunch.target - 1 if task == "binary" else bunch.target,
        task=task,
        source=f"{source}, as shipped with scikit-learn.",
        feature_names=tuple(bunch.feature_names),
        target_name=target_name,
        class_names=() if task == "regression" else tuple(bunch.target_names),
    )


def _bundled(name: str, label: str, *told: Any) -> DatasetEntry:
    return DatasetEntry(name, label, "bundled", partial(_load, name, label, *told))


BUNDLED = (
    _bundled(
        "iris",
        "Iris",
        "multiclass",
        "species",
        "Fisher's iris measurements (1936; UCI Iris, CC BY 4.0), 150 flowers of three species",
        sklearn_datasets.load_iris,
    ),
    _bundled(  # not the papers' `wine_quality`
        "wine_cultivars",
        "Wine cultivars",
        "multiclass",
        "cultivar",
        "UCI Wine (Aeberhard and Forina 1992, CC BY 4.0), chemical analyses of 178 wines of three cultivars",
        sklearn_datasets.load_wine,
    ),
    _bundled(
        "breast_cancer",
        "Breast cancer",
        "binary",
        "sample_diagnostics",
        "UCI Breast Cancer Wisconsin (Diagnostic) (Wolberg, Mangasarian, Street and Street 1993, CC BY 4.0), 569 "
        "tumours",
        sklearn_datasets.load_breast_cancer,
    ),
    _bundled(
        "diabetes",
        "Diabetes",
        "regression",
        "progression after one year",
        "Diabetes progression of 442 patients (Efron, Hastie, Johnstone and Tibshirani 2004, Least angle regression; "
        "no explicit licence found), unscaled",
        partial(sklearn_datasets.load_diabetes, scaled=False),
    ),
    _bundled(  # three pixels are constant
        "digits",
        "Digits",
        "multiclass",
        "digit",
        "UCI Optical Recognition of Handwritten Digits (Alpaydin and Kaynak 1998, CC BY 4.0), its test set of 1,797 "
        "images",
        sklearn_datasets.load_digits,
    ),
)
