"""The type of points in rows: an array or a data frame, dense or sparse."""

from __future__ import annotations

from typing import TypeAlias

from numpy.typing import ArrayLike
from scipy import sparse

MatrixLike: TypeAlias = "ArrayLike | sparse.spmatrix | sparse.sparray"  # data frames are array-like
