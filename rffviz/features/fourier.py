"""Fourier feature maps: x → z(x) with z(x)·z(y) ≈ k(x − y), for given frequencies, and as a transformer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, DTypeLike
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from rffviz.features.positive import OPTIMAL_POSITIVE, POSITIVE_MAPS, feature_weights, optimal_norm_factor, positive_map
from rffviz.foundation.matrix_like import MatrixLike
from rffviz.foundation.memory import check_memory
from rffviz.foundation.sincos import STEP, cos_sin
from rffviz.foundation.threads import share
from rffviz.foundation.validation import (
    Refusal,
    Seed,
    feature_dtype,
    looks_transposed,
    new_points,
    of_dimension,
    one_of,
    points,
    seed_number,
    sparse_or_points,
    training_data,
    whole_number,
)
from rffviz.kernels import Gaussian, HoldsKernel, Kernel, a_kernel
from rffviz.samplers import SAMPLERS, FrequencySample, Scheme, draw
from rffviz.samplers.circulant_product import Circulant
from rffviz.samplers.own import given_sample, scheme_of
from rffviz.samplers.parameter import TakesSampler
from rffviz.samplers.structured import Structured

MAPS = ("paired", "offset")  # for every kernel; the positive map is for the Gaussian alone
# float32 keeps ω·x to about 6e-8·|ω·x|; beyond this many radians the angle is reduced in float64 first
_LARGEST_SINGLE_ANGLE = 64.0
_LARGEST_SINGLE = 1e38  # larger coordinates overflow float32
LARGEST_ANGLE = 1e-3 / np.finfo(np.float64).eps  # radians; beyond, float64 has fewer than three digits of a cosine
_MOST_LOST, _LEAST_LOST = (
    0.5,
    2,
)  # tolerated weight and number of lost frequencies: heavy-tailed spectra have some at any scale
# Angles per product and thread: few, so that every thread gets some and they fit the cache, but with enough rows (up to
# a maximum of angles) that repacking W, which BLAS does for each product, costs little
_PRODUCT_ANGLES, _PRODUCT_ROWS, _MOST_ANGLES = 2**17, 512, 2**20
_BLOCK_COORDINATES = 2**17  # coordinates of the points of one product if W is small: they stay in cache
# Up to this many coordinates the product is cheap compared with the cosine, so it is done in double precision, where
# the result for one row equals that for many
_FEW_DIMENSIONS = 4
_Blocks = Iterator[tuple[slice, np.ndarray]]  # rows, and their angles
_SMALLEST_REACH = 1e-17  # squares of smaller coordinates underflow float32


def paired_map(
    X: MatrixLike, W: ArrayLike, weights: ArrayLike | None = None, dtype: DTypeLike = np.float32
) -> np.ndarray:
    """Paired features z(x) = [√p_j cos(ω_j·x) | √p_j sin(ω_j·x)], the cosines first.

    z(x)·z(y) = Σ p_j cos(ω_j·(x − y)) exactly, so the error depends on x − y alone, and z(x)·z(x) = Σ p_j.

    Parameters
    ----------
    X : array or sparse array of shape (n, d)
    W : array of shape (m, d)
        Frequencies, radians per unit of X.
    weights : array of shape (m,), optional
        p_j ≥ 0; 1/m each where not given.
    dtype : float32 or float64
        Precision of the features. In float32 they are within about 10⁻⁶ of the float64 ones.

    Returns
    -------
    ndarray of shape (n, 2m)

    Raises
    ------
    ValueError
        If shapes do not agree, a value is not finite, a weight is negative (it has no square root), or at least two
        frequencies with more than half the weight have angles ω·x that may exceed 4.5·10¹² radians, where rounding
        changes cosines by 10⁻³ and more.

    Source: Rahimi & Recht 2007, section 3; weights: Li et al. 2019, equation (3).
    """
    return _paired(*_checked(X, W, weights), feature_dtype("dtype", dtype))


def offset_map(
    X: MatrixLike, W: ArrayLike, phases: ArrayLike, weights: ArrayLike | None = None, dtype: DTypeLike = np.float32
) -> np.ndarray:
    """Offset features z(x) = √(2p_j) cos(ω_j·x + b_j), with b_j uniform on [0, 2π).

    Unbiased like the paired map, but z(x)·z(y) also depends on x + y, and z(x)·z(x) is not constant.

    Parameters
    ----------
    phases : array of shape (m,)
        b_j in radians.
    X, W, weights, dtype
        As in `paired_map`, with the same checks.

    Returns
    -------
    ndarray of shape (n, m)

    Source: Rahimi & Recht 2007, Algorithm 1.
    """
    X, W, weights = _checked(X, W, weights)
    phases = np.asarray(phases, dtype=np.float64)
    if phases.shape != (W.shape[0],) or not np.isfinite(phases).all():
        raise Refusal(f"phases must be {W.shape[0]} finite numbers, one for each frequency, got shape {phases.shape}.")
    return _offset(X, W, phases, weights, feature_dtype("dtype", dtype))


def _paired(
    X: np.ndarray, W: np.ndarray, weights: np.ndarray, dtype: np.dtype, fast: Structured | Circulant | None = None
) -> np.ndarray:
    """`paired_map` for checked arrays, in blocks of rows: each feature is written once, already scaled."""
    m = W.shape[0]
    Z = np.empty((X.shape[0], 2 * m), dtype=dtype)
    factor, root = _root(weights, dtype)

    def write(blocks: _Blocks) -> None:
        for rows, angles in blocks:
            features = Z[rows]
            if angles.dtype == np.float64:
                cos_sin(angles, features[:, :m], features[:, m:], factor, in_steps=True)
            else:
                np.cos(angles, out=features[:, :m])
                np.sin(angles, out=features[:, m:])
                if factor != 1:
                    features *= factor
            if root is not None:
                features *= np.tile(root, 2)

    _share_angles(write, X, W, weights, dtype, fast)
    return Z


def _offset(
    X: np.ndarray,
    W: np.ndarray,
    phases: np.ndarray,
    weights: np.ndarray,
    dtype: np.dtype,
    fast: Structured | Circulant | None = None,
) -> np.ndarray:
    """`offset_map` for checked arrays, in blocks of rows."""
    Z = np.empty((X.shape[0], W.shape[0]), dtype=dtype)
    factor, root = _root(2 * weights, dtype)
    phases = phases.astype(dtype) if dtype == np.float32 else phases / STEP

    def write(blocks: _Blocks) -> None:
        for rows, angles in blocks:
            angles += phases
            if angles.dtype == np.float64:
                cos_sin(angles, Z[rows], factor=factor, in_steps=True)
            else:
                np.multiply(np.cos(angles, out=angles), dtype.type(factor), out=Z[rows])
            if root is not None:
                Z[rows] *= root

    _share_angles(write, X, W, weights, dtype, fast)
    return Z


def _root(weights: np.ndarray, dtype: np.dtype) -> tuple[float, np.ndarray | None]:
    """√p_j as a factor of all features if all are equal, else 1 and an array."""
    root = np.sqrt(weights).astype(dtype)
    return (float(root[0]), None) if (root == root[0]).all() else (1.0, root)


def _checked(X: Any, W: ArrayLike, weights: ArrayLike | None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Arrays converted to the right types; X stays float32 if it is."""
    single = isinstance(X, np.ndarray) and X.dtype == np.float32
    checked = sparse_or_points("X", X)
    X = X if single else checked
    W = points("W", W, largest=np.inf)
    of_dimension("X", X, W.shape[1], "the frequencies")
    return X, W, feature_weights(weights, len(W))


def check_angles(X: np.ndarray, W: np.ndarray, weights: np.ndarray | None = None) -> None:
    """Raise a ValueError if features of X at frequencies W would be noise according to `lost_angles`."""
    if reason := lost_angles(_norms(W), np.ones(len(W)) if weights is None else weights, _farthest(X)):
        raise Refusal(reason)


def lost_angles(norms: np.ndarray, weights: np.ndarray, reach: float) -> str:
    """Why features at frequencies of these norms and points of norm up to `reach` would be noise; empty if not.

    They are if the angles of at least two frequencies, with more than half the weight, may exceed `LARGEST_ANGLE`.
    Fewer do no harm: a lost angle is effectively random, so its term averages to 0 for different points and is 1 for
    equal ones.
    """
    lost = ~(norms <= LARGEST_ANGLE / max(reach, 1e-290))
    if lost.sum() < _LEAST_LOST or weights[lost].sum() <= _MOST_LOST * weights.sum():
        return ""
    norm = np.median(norms[lost])
    return (
        f"X must keep ω·x below {LARGEST_ANGLE:.1e} radians, beyond which its cosine is rounding, got points up to "
        f"{reach:.2g} from 0 and frequencies of norm {norm:.2g}: centre X, or choose a larger length_scale."
    )


def _share_angles(
    write: Callable[[_Blocks], None],
    X: np.ndarray,
    W: np.ndarray,
    weights: np.ndarray,
    dtype: np.dtype,
    fast: Structured | Circulant | None = None,
) -> None:
    """Call write(blocks) on every thread with blocks of (rows, their ω_j·x in `dtype`); write may overwrite the angles.

    Angles are in radians in float32, in multiples of `STEP` in float64. Those too large for float32 are reduced modulo
    2π in float64. `fast` is the product X Wᵀ of structured frequencies, used if it is faster.
    """
    (n, d), m = X.shape, len(W)
    single = np.dtype(dtype) == np.float32
    norms = _norms(W)
    fast = fast if fast is not None and fast.pays else None
    check_angles(X, W, weights)
    # one reach for all rows, since each set of far frequencies needs its own structured product
    reach = _reach(X) if single and fast is not None else None
    height = max(1, _PRODUCT_ANGLES // m, min(_PRODUCT_ROWS, _MOST_ANGLES // m))
    if sparse.issparse(X):
        across = np.ascontiguousarray(W.T)
        share(lambda starts: write(_sparse_angles(starts, height, X, across, single)), range(0, n, height))
        return
    height = max(1, min(height, max(_BLOCK_COORDINATES // d, 4 * m), n))

    def work(starts: Iterator[int]) -> None:
        write(_blocks_of_angles(starts, height, X, W, dtype, fast, norms, reach))

    share(work, range(0, n, height))


def _blocks_of_angles(
    starts: Iterator[int],
    height: int,
    X: np.ndarray,
    W: np.ndarray,
    dtype: np.dtype,
    fast: Structured | Circulant | None,
    norms: np.ndarray,
    reach: float | None,
) -> _Blocks:
    """Yield (rows, angles) for the blocks of `height` rows that begin at the starts, reusing one buffer."""
    (n, d), m = X.shape, len(W)
    single = np.dtype(dtype) == np.float32
    unit = 1.0 if single else STEP
    angles, cast = np.empty((height, m), dtype=dtype), np.empty((height, d), dtype=dtype)
    far: np.ndarray | None = None
    product: Any = None
    for start in starts:
        rows = slice(start, min(start + height, n))
        points_here, block = X[rows], angles[: rows.stop - start]
        with np.errstate(over="ignore", invalid="ignore"):  # X may overflow float32, and then counts as far
            if points_here.dtype == cast.dtype:
                here = points_here
            else:
                here = cast[: rows.stop - start]
                np.copyto(here, points_here, casting="same_kind")
            farthest = (_reach(here) if reach is None else reach) if single else 0.0
            now_far = ~(norms * farthest <= _LARGEST_SINGLE_ANGLE) | (farthest > _LARGEST_SINGLE)
        if far is None or (now_far != far).any():
            far = now_far
            product = _product(W, far, dtype, fast, unit)
        if single and d <= _FEW_DIMENSIONS:
            angles_here = points_here.astype(np.float64, copy=False) @ W.T
            angles_here[:, far] = _reduced(angles_here[:, far])
            block[...] = angles_here
        elif far.all():
            block[...] = _reduced(points_here.astype(np.float64, copy=False) @ W.T) / unit
        else:
            product(here, block)
            if far.any():
                block[:, far] = _reduced(points_here.astype(np.float64, copy=False) @ W[far].T) / unit
        yield rows, block


def _sparse_angles(starts: Iterator[int], height: int, X: Any, across: np.ndarray, reduce: bool) -> _Blocks:
    """As `_blocks_of_angles` for sparse X, whose products with Wᵀ are float64: X is never dense."""
    for start in starts:
        rows = slice(start, min(start + height, X.shape[0]))
        angles = X[rows].astype(np.float64) @ across
        yield rows, _reduced(angles).astype(np.float32) if reduce else angles / STEP


def _norms(X: Any) -> np.ndarray:
    """Norms of the rows; infinite or nan if a square overflows X's type."""
    if sparse.issparse(X):
        return np.sqrt(X.astype(np.float64).power(2).sum(axis=1))
    with np.errstate(over="ignore", invalid="ignore"):
        return np.sqrt(np.einsum("ij,ij->i", X, X))


def _farthest(X: np.ndarray) -> float:
    """The largest norm of the rows, even if its square overflows float32."""
    farthest = float(_norms(X).max(initial=0.0))
    return farthest if np.isfinite(farthest) else float(_norms(X.astype(np.float64)).max())


def _reach(X: np.ndarray) -> float:
    """An upper bound of the largest of the `_norms` of the rows."""
    return float(_norms(X).max(initial=0.0)) + _SMALLEST_REACH


def _product(
    W: np.ndarray, far: np.ndarray, dtype: np.dtype, fast: Structured | Circulant | None, unit: float
) -> Callable[[np.ndarray, np.ndarray], object]:
    """The function (points, angles) that writes ω_j·x, in units of so many radians, for all but the far frequencies."""
    if fast is not None and not far.all():
        product = fast.product(dtype, without=far)

        def in_unit(here: np.ndarray, angles: np.ndarray) -> None:
            product(here, angles)
            angles /= unit

        return product if unit == 1 else in_unit
    near = np.ascontiguousarray((np.where(far[:, None], 0.0, W) / unit).astype(dtype).T)
    return lambda here, angles: np.matmul(here, near, out=angles)


def _reduced(angles: np.ndarray) -> np.ndarray:
    """float64 angles modulo 2π, in about [−π, π]."""
    reduced = angles - 2 * np.pi * np.rint(angles / (2 * np.pi))
    lost = np.abs(reduced) > 4  # above 10¹⁶ radians (the heaviest tails) the subtraction is rounded, too
    reduced[lost] = np.arctan2(np.sin(angles[lost]), np.cos(angles[lost]))
    return reduced


class RandomFourierFeatures(TakesSampler, HoldsKernel, TransformerMixin, BaseEstimator):
    """Random Fourier features of a shift-invariant kernel, as a scikit-learn transformer.

    Features have the precision `dtype`, whatever that of X. Sparse X are multiplied with the frequencies as they are,
    without a dense copy.

    Parameters
    ----------
    kernel : Kernel, default None
        None is `Gaussian(length_scale=1.0)`.
    n_freqs : int, default 100
        Number of frequencies m; the paired map has 2m features, the others m.
    sampler : str, callable, Scheme, array, tuple or FrequencySample, default "monte_carlo"
        A scheme of `rffviz.samplers.SAMPLERS`, or a function (kernel, d, n_freqs, rng) → frequencies of shape (n_freqs,
        d), (frequencies, weights) or (frequencies, weights, phases); or one of these three itself, or a record of them.
        For given frequencies `n_freqs` is ignored, `random_state` is that of the offset map's phases where there are
        none, and `kernel` is used only by the positive map, for its length scale.
    map : {"paired", "offset", "positive", "optimal_positive"}, default "paired"
        "positive" is `positive_map` on centred data, for the Gaussian kernel only; "optimal_positive" also uses the
        `optimal_norm_factor` of the training points.
    random_state : int, RandomState, Generator or None, default None
        Seed of the draw. If the scheme is nested, more frequencies under the same seed extend fewer. A generator, or
        None, gives each `fit` a new seed.
    dtype : {"float32", "float64"}, default "float32"
        Of the features, also as a type. "float64" computes them in float64 throughout. "float32" takes half the memory
        and about half the time; its rounding, 10⁻⁷, is far below the Monte Carlo error, which is why it is the default.

    Attributes
    ----------
    frequencies_ : ndarray of shape (m, d), float64
    weights_ : ndarray of shape (m,)
    length_scale_ : float
        Of the kernel.
    phases_ : ndarray of shape (m,) or None
        For the offset map.
    centre_ : ndarray of shape (d,) or None
        The mean of the training points (with keys, the midpoint of both means), which is subtracted from all: for the
        positive maps, and where the points lie so far from 0 that their angles ω·x would be lost (a shift does not
        change the kernel). Else None.
    norm_factor_ : float or None
        For the positive maps: A.
    sample_ : FrequencySample
        The full record of the draw, with its notes.

    Notes
    -----
    Float32 features err by at most √p_j (for the offset map √(2p_j)) times::

        (d + 2)(2⁻²⁴ min(‖ω‖‖x‖, 64) + 2⁻⁵³ ‖ω‖‖x‖) + 2⁻²¹,

    far below the Monte Carlo error up to ‖ω‖‖x‖ = 4.5·10¹², beyond which `transform` refuses X. A cosine errs at most
    as much as its angle; rounding x, ω and a sum of d products in a precision u errs by (d + 2)u ``Σ_k |ω_k x_k|`` to
    first order, and Cauchy–Schwarz bounds the sum by ‖ω‖‖x‖. Angles that may pass 64 are taken in float64, u = 2⁻⁵³,
    and reduced modulo 2π before they are rounded. The last term is for the phase, cosine and weight. Up to half of the
    frequencies may be farther, as those of heavy-tailed spectra are: nothing is left of an angle beyond 10¹⁶ radians,
    in whatever precision x is given. In float64 the bound is √p_j (d + 4) 2⁻⁵³ ‖ω‖‖x‖, two roundings more for the unit
    of the angle, and a few of the phase, cosine and weight, 2⁻⁵⁰.

    Examples
    --------
    >>> import numpy as np
    >>> from rffviz.features import RandomFourierFeatures
    >>> from rffviz.kernels import Gaussian
    >>> X = np.random.default_rng(0).standard_normal((100, 3))
    >>> features = RandomFourierFeatures(Gaussian(), n_freqs=2000, random_state=0)
    >>> Z = features.fit_transform(X)
    >>> Z.shape
    (100, 4000)
    >>> bool(np.abs(Z @ Z.T - Gaussian()(X)).max() < 0.1)
    True
    """

    def __init__(
        self,
        kernel: Kernel | None = None,
        n_freqs: int = 100,
        sampler: str | Callable[..., Any] | Scheme | FrequencySample | ArrayLike | tuple[Any, ...] = "monte_carlo",
        map: str = "paired",
        random_state: Seed = None,
        dtype: str = "float32",
    ) -> None:
        self.kernel = kernel
        self.n_freqs = n_freqs
        self.sampler = sampler
        self.map = map
        self.random_state = random_state
        self.dtype = dtype

    def fit(self, X: MatrixLike, y: ArrayLike | None = None, *, keys: ArrayLike | None = None) -> Self:
        """Draw the frequencies for data of X's dimension; y is not used.

        Where products are taken between rows of X and of `keys` alone, an array of shape (n_keys, d), as in attention,
        the centre of the positive maps is the midpoint of the two means, and A is the best one over those pairs.
        """
        X = queries = training_data(self, X, dtype=(np.float64, np.float32))
        if keys is not None:
            queries, keys = points("X", X), points("keys", keys, min_points=1)
            of_dimension("keys", keys, X.shape[1], "X")
            X = np.concatenate([queries, keys])
        one_of("map", self.map, (*MAPS, *POSITIVE_MAPS))
        feature_dtype("dtype", self.dtype)
        kernel = a_kernel(self.kernel, Gaussian())
        if self.map in POSITIVE_MAPS and not isinstance(kernel, Gaussian):
            raise Refusal(
                f"kernel must be Gaussian for map = {self.map!r}: only for normal frequencies is the mean of the "
                f"exponentials the kernel, got {kernel!r}."
            )
        if self.map in POSITIVE_MAPS and kernel.axes is not None:
            raise Refusal(
                f"kernel must have one length_scale for map = {self.map!r}, got {kernel.length_scale}: divide X by "
                "them."
            )
        with_phases = self.map == "offset"
        sample = given_sample(self.sampler)
        rng = np.random.default_rng(seed_number("random_state", self.random_state))
        if sample is not None:
            if sample.W.shape[1] != X.shape[1]:
                raise Refusal(
                    f"sampler holds frequencies of {sample.W.shape[1]} dimensions, X has {X.shape[1]}."
                    + looks_transposed(sample.W.shape, X.shape[1])
                )
            if with_phases and sample.phases is None:
                if isinstance(self.sampler, FrequencySample):
                    raise Refusal('sampler must hold phases for map = "offset", got None.')
                sample = replace(sample, phases=rng.uniform(0, 2 * np.pi, sample.n_freqs))
        else:
            scheme = scheme_of(self.sampler, SAMPLERS)
            n_freqs = whole_number("n_freqs", self.n_freqs)
            sample = draw(scheme, kernel, X.shape[1], n_freqs, rng, with_phases, X)
        self.sample_ = sample
        self.frequencies_ = sample.W
        self.weights_ = sample.weights
        self.phases_ = sample.phases if with_phases else None
        far = self.map in POSITIVE_MAPS or lost_angles(_norms(sample.W), sample.weights, _farthest(X))
        shifted = far and (self.map in POSITIVE_MAPS or not sparse.issparse(X))  # shifted, it is not sparse any more
        self.centre_ = X.mean(axis=0, dtype=np.float64) if shifted else None
        if shifted and keys is not None:
            self.centre_ = (queries.mean(axis=0, dtype=np.float64) + keys.mean(axis=0, dtype=np.float64)) / 2
        self.length_scale_ = kernel.length_scale
        self.norm_factor_ = 0.0 if self.map in POSITIVE_MAPS else None
        if self.map == OPTIMAL_POSITIVE:
            self.norm_factor_ = optimal_norm_factor(queries, self.length_scale_, self.centre_, keys)
        return self

    def transform(self, X: MatrixLike) -> np.ndarray:
        """Features of X in `dtype`, of shape (n, 2m) for the paired map and (n, m) for the others."""
        return self._features_of(new_points(self, X, (np.float64, np.float32)))

    def _features_of(self, X: Any) -> np.ndarray:
        """`transform` of checked points."""
        dtype = feature_dtype("dtype", self.dtype)
        n_features = len(self.weights_) * (2 if self.map == "paired" else 1)
        check_memory(X.shape[0] * n_features * dtype.itemsize // 8, n_points=X.shape[0], n_features=n_features)
        if self.map in POSITIVE_MAPS:
            given = self.frequencies_, self.length_scale_, self.weights_, self.centre_
            return positive_map(X, *given, dtype=dtype, norm_factor=self.norm_factor_)  # type: ignore[arg-type]
        X = X if self.centre_ is None else X - self.centre_
        if self.map == "offset":
            phases: Any = self.phases_  # those of this map are known
            return _offset(X, self.frequencies_, phases, self.weights_, dtype, self.sample_.fast)
        return _paired(X, self.frequencies_, self.weights_, dtype, self.sample_.fast)

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> np.ndarray:
        """cos0 … cos{m−1}, sin0 … sin{m−1} for the paired map, cos0 … for the offset map, exp0 … for others."""
        check_is_fitted(self)
        kinds = {"paired": ("cos", "sin"), "offset": ("cos",)}.get(self.map, ("exp",))
        return np.array([f"{kind}{j}" for kind in kinds for j in range(len(self.weights_))], dtype=object)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        double = self.dtype in ("float64", np.float64, float)  # anything else is refused by `fit`
        tags.transformer_tags.preserves_dtype = ["float64" if double else "float32"]
        return tags
