"""The object under diagnosis (a named scheme, a user's function or an array) as a function of the seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rffviz.diagnose.sample import checked, given_frequencies
from rffviz.diagnose.specimens import RIGHT, SPECIMENS, Specimen
from rffviz.foundation.about import About
from rffviz.foundation.memory import check_memory
from rffviz.foundation.validation import Refusal, looks_transposed, of_dimension, one_of, points, whole_number
from rffviz.kernels import Kernel, a_kernel
from rffviz.samplers import SAMPLERS, FrequencySample, Scheme
from rffviz.samplers.own import OwnScheme, draws_itself, no_sampler, own_scheme, refuse_phases

MOST_DRAWN_NUMBERS = 2**15  # numbers in a draw that is examined in about a second
Examined = str | Scheme | Callable[..., Any] | FrequencySample | ArrayLike


def examined_sizes(d: int, n_freqs: int) -> tuple[int, int]:
    """Both as whole numbers, or a ValueError; also if a draw of them cannot be examined in free memory.

    The peak measured is 400 to 800 numbers a frequency for d = 2, and 15 to 30 a coordinate of one for d > 60;
    correlations are d × d.
    """
    d, n_freqs = whole_number("d", d), whole_number("n_freqs", n_freqs)
    check_memory((400 + 20 * d) * n_freqs + 8 * d**2, n_freqs=n_freqs, d=d)
    return d, n_freqs


@dataclass(frozen=True)
class SampleSource:
    """A source of samples.

    Attributes
    ----------
    about : About
        With kernel, dimension and number of frequencies.
    scheme : Scheme or None
        None for given frequencies.
    sample : callable
        (seed, with_phases=False, n_freqs=None, kernel=None) → FrequencySample, checked.
    given : bool
        Whether there is a single sample and no seed.
    own : bool
        Whether it is a user's function or a specimen, which is credited only with what its records declare.
    """

    about: About
    scheme: Scheme | None
    sample: Callable[..., FrequencySample]
    given: bool = False
    own: bool = False

    @property
    def kernel(self) -> Kernel:
        """The kernel whose spectral measure the samples should follow."""
        return a_kernel(self.about.kernel)

    def able(self, kernel: Kernel | None = None, n_freqs: int | None = None) -> bool:
        """Whether another kernel or number of frequencies can be drawn; functions are tried out."""
        kernel, n_freqs = kernel or self.kernel, n_freqs or self.about.settings["n_freqs"]
        return not isinstance(self.scheme, OwnScheme) or self.scheme.gives(kernel, self.about.d, n_freqs)


def source(
    what: Examined, kernel: Kernel, d: int, n_freqs: int, X: ArrayLike | None = None, about: About | None = None
) -> SampleSource:
    """The samples of `what`: a key of `SAMPLERS` or `SPECIMENS`, a function (kernel, d, n_freqs, rng), an array of
    shape (m, d), a `FrequencySample`. `about` is the origin of given frequencies.

    Raises
    ------
    ValueError
        For anything else, where the scheme is not defined for the kernel, d and n_freqs, or where an array does not
        have d columns.
    """
    if isinstance(what, str):
        one_of("scheme", what, SAMPLERS | SPECIMENS)
        scheme = (SAMPLERS | SPECIMENS)[what]
    elif isinstance(what, Scheme):
        scheme = what
    elif callable(what):
        scheme = own_scheme(what, _identifier(what))
    else:
        return _given(what, kernel, d, about)
    own = isinstance(scheme, OwnScheme | Specimen)
    if not own and (reason := scheme.refusal(kernel, d)):  # a function may refuse by itself, at the requested sizes
        raise Refusal(f"scheme = {scheme.name!r} is not defined here: {reason}")
    if not own and n_freqs < (least := scheme.least(kernel, d)):
        raise Refusal(f"n_freqs must be at least {least} for scheme = {scheme.name!r} and d = {d}, got {n_freqs}.")
    if X is None and scheme.needs_data:
        raise Refusal(f"X must be given for scheme = {scheme.name!r}: its frequencies depend on the data. Got None.")
    known: dict[str, Any] = {"kernel": kernel, "d": d, "settings": {"n_freqs": n_freqs}}
    # only registered schemes can be passed by name
    known |= {"sampler": scheme.name} if scheme.name in SAMPLERS | SPECIMENS else {"data": scheme.name}
    data = (
        (None if X is None else of_dimension("X", points("X", X, min_points=2), d, "the frequencies"),)
        if scheme.takes_data
        else ()
    )
    about = About.of(X) if scheme.takes_data and X is not None else About()

    def sample(
        seed: int, with_phases: bool = False, n_freqs: int = n_freqs, kernel: Kernel = kernel
    ) -> FrequencySample:
        fs = scheme.draw(kernel, d, n_freqs, np.random.default_rng(seed), with_phases, *data)
        checked(fs, kernel)
        if fs.W.shape[1] != d:
            raise Refusal(f"scheme must give frequencies in d = {d} dimensions, got {fs.W.shape[1]} for seed {seed}.")
        return fs

    return SampleSource(replace(about, **known), scheme, sample, own=own)


def drawn_again(what: Examined) -> Any:
    """What a record keeps of `what`, to draw more of it: all but a specimen whose name is hidden."""
    hidden = isinstance(what, Specimen) and (SPECIMENS | RIGHT).get(what.name) is not what
    return None if hidden else what


def dimension_of(what: Examined) -> int:
    """The number of coordinates of frequencies that are given; a Refusal for a scheme."""
    if callable(what) or isinstance(what, str | Scheme):
        raise Refusal("d must be given for a scheme: the dimension of its frequencies. Got None.")
    return int(_frequencies(what).W.shape[1])


def _frequencies(what: Any) -> FrequencySample:
    """Frequencies that are given: a record, an array, (array, weights) or (array, weights, phases)."""
    if draws_itself(what):
        raise no_sampler("scheme", what)
    if isinstance(what, FrequencySample):
        return what
    several = isinstance(what, tuple) and len(what) in (2, 3) and np.ndim(what[0]) == 2
    W, weights, phases = (*what, None)[:3] if several else (what, None, None)
    if weights is not None and phases is None:
        weights = refuse_phases(weights)
    return replace(given_frequencies(W, weights), phases=phases)


def _given(what: Any, kernel: Kernel, d: int, about: About | None) -> SampleSource:
    fs = _frequencies(what)
    checked(fs, kernel)
    if fs.W.shape[1] != d:
        hint = looks_transposed(fs.W.shape, d)
        raise Refusal(f"d must be the number of columns of the frequencies, {fs.W.shape[1]}, got {d}.{hint}")
    examined_sizes(d, fs.n_freqs)
    known: dict[str, Any] = {"kernel": kernel, "d": d, "settings": {"n_freqs": fs.n_freqs}}
    about = replace(about or About(data="the array"), **known)
    return SampleSource(about, None, lambda seed=0, with_phases=False, n_freqs=0, kernel=None: fs, given=True)


def _identifier(function: Callable[..., Any]) -> str:
    """A name for a function that may have none, such as a lambda or a partial."""
    name = getattr(function, "__name__", "") or type(function).__name__
    return name if name.isidentifier() and name.isascii() and len(name) <= 40 else "own"
