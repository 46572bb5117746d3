"""Points in rows, an array or a data frame, dense or sparse, and what a transformer makes of them."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from sklearn import config_context

MatrixLike: TypeAlias = "ArrayLike | sparse.spmatrix | sparse.sparray"  # data frames are array-like


def transformed(features: Any, X: Any) -> Any:
    """Features of X as an array that can be written to, or as sparse rows, also of a transformer that gives frames."""
    Z = features.transform(X)
    return Z.tocsr() if sparse.issparse(Z) else np.require(np.asarray(Z), requirements="W")


def without_frames(**more: Any) -> Any:
    """scikit-learn's context in which transformers are fitted and used here, whatever its users want to see."""
    return config_context(transform_output="default", **more)
