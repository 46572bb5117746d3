"""Points in rows, an array or a data frame, dense or sparse, and what a transformer makes of them."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from sklearn import config_context

MatrixLike: TypeAlias = "ArrayLike | sparse.spmatrix | sparse.sparray"  # data frames are array-like


def transformed(features: Any, X: Any, *fitted_to: Any) -> Any:
    """Features of X as an array that can be written to, dense or sparse, where scikit-learn gives frames, too.

    With `fitted_to`, y or nothing, the transformer is fitted on X first.
    """
    with config_context(transform_output="default"):
        Z = features.fit_transform(X, *fitted_to) if fitted_to else features.transform(X)
    return Z if sparse.issparse(Z) else np.require(Z, requirements="W")
