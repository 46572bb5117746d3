"""Five sets that scikit-learn carries within itself: no network, ever.

Inputs are unscaled. The two classes of `breast_cancer` are −1 malignant and +1 benign, scikit-learn's order.
"""

from __future__ import annotations

from sklearn import datasets as sklearn_datasets

from rffviz.datasets.record import Dataset


def iris() -> Dataset:
    """Three species of iris, 150 × 4 (Fisher 1936)."""
    return _bundled(
        "iris",
        "Iris",
        sklearn_datasets.load_iris(),
        "multiclass",
        "Fisher's iris measurements (1936; UCI Iris, CC BY 4.0), 150 flowers of three species, as shipped "
        "with scikit-learn.",
        target_name="species",
    )


def wine_cultivars() -> Dataset:
    """Three cultivars of wine, 178 × 13 (Forina et al.); not the papers' `wine_quality`."""
    return _bundled(
        "wine_cultivars",
        "Wine cultivars",
        sklearn_datasets.load_wine(),
        "multiclass",
        "UCI Wine (Aeberhard and Forina 1992, CC BY 4.0), chemical analyses of 178 wines of three "
        "cultivars, as shipped with scikit-learn.",
        target_name="cultivar",
    )


def breast_cancer() -> Dataset:
    """Malignant (−1) or benign (+1) tumours, 569 × 30 (Street, Wolberg and Mangasarian 1993)."""
    return _bundled(
        "breast_cancer",
        "Breast cancer",
        sklearn_datasets.load_breast_cancer(),
        "binary",
        "UCI Breast Cancer Wisconsin (Diagnostic) (Wolberg, Mangasarian, Street and Street 1993, CC BY "
        "4.0), 569 tumours, as shipped with scikit-learn.",
        target_name="diagnosis",
    )


def diabetes() -> Dataset:
    """Progression of diabetes after a year, 442 × 10 (Efron, Hastie, Johnstone and Tibshirani 2004)."""
    return _bundled(
        "diabetes",
        "Diabetes",
        sklearn_datasets.load_diabetes(scaled=False),
        "regression",
        "Diabetes progression of 442 patients (Efron, Hastie, Johnstone and Tibshirani 2004, Least angle "
        "regression; no explicit licence found), unscaled, as shipped with scikit-learn.",
        target_name="progression after one year",
    )


def digits() -> Dataset:
    """Handwritten digits of 8 × 8 pixels, 1797 × 64, ten classes; three pixels are constant."""
    return _bundled(
        "digits",
        "Digits",
        sklearn_datasets.load_digits(),
        "multiclass",
        "UCI Optical Recognition of Handwritten Digits (Alpaydin and Kaynak 1998, CC BY 4.0), its test set "
        "of 1,797 images, as shipped with scikit-learn.",
        target_name="digit",
    )


def _bundled(name: str, label: str, bunch, task: str, source: str, target_name: str) -> Dataset:
    return Dataset(
        name=name,
        label=label,
        X=bunch.data,
        y=2 * bunch.target - 1 if task == "binary" else bunch.target,
        task=task,
        source=source,
        feature_names=tuple(bunch.feature_names),
        target_name=target_name,
        class_names=() if task == "regression" else tuple(str(value) for value in bunch.target_names),
    )
