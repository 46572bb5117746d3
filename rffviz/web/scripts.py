"""Python programs that print the numbers of a page through the library: what the export menu hands out."""

from __future__ import annotations

from collections.abc import Sequence

from rffviz.kernels import Kernel
from rffviz.validation import one_of

_LENGTH_RULES = {
    "hand": "",
    "median": "kernel = kernel.with_length_scale(median_length_scale(kernel, X, random_state=seed))",
    "dimension": "kernel = kernel.with_length_scale(math.sqrt(X.shape[1] / 2))",
}


def convergence_script(
    dataset: str,
    n_points: int,
    seed: int,
    kernel: Kernel,
    samplers: Sequence[str],
    sizes: Sequence[int],
    seeds: Sequence[int],
    metric: str,
    map: str,
    n_freqs: int,
    epsilon: float,
    confidence: float,
    bounds: Sequence[str],
    length_rule: str = "hand",
    whiten: bool = False,
    file: str | None = None,
) -> str:
    """The program for the convergence view.

    It prints the rows of the page's CSV (scheme, frequencies, seed, error; then the bounds), and below them for each
    scheme the median at `n_freqs` and the frequencies measured for `epsilon`, and for each bound what it promises.

    Parameters
    ----------
    dataset : str
        A key of `rffviz.datasets.DATASETS`; not looked at where `file` is given.
    n_points, seed : int
        Most points, and the seed they are drawn from where there are more.
    kernel : Kernel
        With the length scale it has; "median" and "dimension" make the program work it out from the points instead.
    samplers, sizes, seeds, metric, map
        As `error_curve` takes them. Leave out schemes that are not defined for the kernel.
    n_freqs, epsilon, confidence, bounds
        As `convergence` takes them.
    length_rule : {"hand", "median", "dimension"}
    whiten : bool
    file : str, optional
        The name of a CSV file of the viewer's own, which the program expects beside itself.

    Returns
    -------
    str
        At most 40 lines of Python, floats in full precision.

    Raises
    ------
    ValueError
        For an unknown length rule.
    """
    one_of("length_rule", length_rule, _LENGTH_RULES)
    by_rule = length_rule != "hand"
    shape = {name: value for name, value in kernel.get_params().items() if not (by_rule and name == "length_scale")}
    made = ", ".join(f"{name}={float(value)!r}" for name, value in shape.items())
    kind = type(kernel).__name__
    imports = [
        *(["import math", ""] if length_rule == "dimension" else []),
        f"from rffviz.datasets import choose_rows, {'' if file is not None else 'load, '}standardize",
        *(["from rffviz.datasets.uploads import read_csv"] if file is not None else []),
        *(["from rffviz.features import Whitening"] if whiten else []),
        f"from rffviz.kernels import {kind}{', median_length_scale' if length_rule == 'median' else ''}",
        "from rffviz.measure import convergence, error_curve",
    ]
    read = f"load({_quoted(dataset)})" if file is None else f'read_csv(open({_quoted(file)}, "rb").read())'
    lines = [
        '"""Error of random Fourier features beside its bounds. Run it where rffviz is: in the explorer\'s folder."""',
        "",
        *imports,
        "",
        f"n_points, seed = {int(n_points)}, {int(seed)}",
        f"data = {read}",
        "X = standardize(data.X).X  # mean 0 and variance 1; constant columns are left out",
        *(["X = Whitening().fit_transform(X)"] if whiten else []),
        "if len(X) > n_points:",
        "    X = X[choose_rows(len(X), n_points, seed)]",
        f"kernel = {kind}({made})",
        *([_LENGTH_RULES[length_rule]] if by_rule else []),
        "",
        f"sizes = {[int(size) for size in sizes]}",
        f"seeds = {_seeds(seeds)}",
        f"samplers = {_names(samplers)}",
        f"metric, map_name = {_quoted(metric)}, {_quoted(map)}",
        "curves = [error_curve(X, kernel, name, sizes, seeds, metric, map_name) for name in samplers]",
        f"bounds = {_names(bounds)}  # promised for Monte Carlo only",
        f"report = convergence(curves, X, {int(n_freqs)}, {float(epsilon)!r}, {float(confidence)!r}, bounds)",
        "",
        'print("series,n_freqs,seed,error")',
        "for curve in curves:",
        "    for each, errors in zip(curve.seeds, curve.errors):",
        "        for size, error in zip(sizes, errors):",
        '            print(f"{curve.sampler},{size},{each},{error:.9g}")',
        "for promise in report.promises:",
        "    for size, error in zip(promise.curve.n_freqs, promise.curve.values):",
        '        print(f"{promise.name} bound,{size},,{error:.9g}")',
        "at, epsilon = report.n_freqs, report.epsilon",
        "for curve, read, needed in zip(curves, report.readings, report.needed):  # nan: never reached",
        '    print(f"# {curve.sampler}: median {read.median:.9g} at {at}, {epsilon} needs {needed:.9g}")',
        "for promise in report.promises:",
        '    print(f"# {promise.name} bound: {promise.at:.9g} at {at}, {epsilon} needs {promise.needed}")',
        "for reason in report.silent:",
        '    print("#", reason)',
    ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A string literal, in double quotes where that needs no escape."""
    literal = repr(text)
    return literal if '"' in literal else f'"{literal[1:-1]}"'


def _names(names: Sequence[str]) -> str:
    return f"[{', '.join(_quoted(name) for name in names)}]"


def _seeds(seeds: Sequence[int]) -> str:
    found = [int(seed) for seed in seeds]
    if len(found) > 1 and found == list(range(found[0], found[0] + len(found))):
        return f"range({found[0]}, {found[-1] + 1})"
    return repr(found)
