"""Python programs that print the numbers of a page through the library: what the export menu hands out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rffviz.kernels import Kernel
from rffviz.measure import ErrorCurve
from rffviz.web.inputs import ChosenPoints

_LENGTH_RULES = {
    "hand": "",
    "median": "kernel = kernel.with_length_scale(median_length_scale(kernel, X, random_state=seed))",
    "dimension": "kernel = kernel.with_length_scale(math.sqrt(X.shape[1] / 2))",
}


def convergence_script(now: Mapping, found: tuple[ChosenPoints, Kernel], curves: Sequence[ErrorCurve]) -> str:
    """The program for the convergence view: at most 40 lines of Python, floats in full precision.

    It prints the rows of the page's CSV (scheme, frequencies, seed, error; then the bounds), and below them for each
    scheme the median at D and the frequencies measured for ε, and for each bound what it promises. With the length
    rule "median" or "dimension" the program works the length scale out from the points. It expects a viewer's own file
    beside itself.
    """
    (points, kernel), first, length_rule = found, curves[0], now["length_rule"]
    by_rule = length_rule != "hand"
    shape = {name: value for name, value in kernel.get_params().items() if not (by_rule and name == "length_scale")}
    made = ", ".join(f"{name}={float(value)!r}" for name, value in shape.items())
    kind, file = type(kernel).__name__, points.file
    imports = [
        *(["import math", ""] if length_rule == "dimension" else []),
        f"from rffviz.datasets import choose_rows, {'' if file is not None else 'load, '}standardize",
        *(["from rffviz.datasets.uploads import read_csv"] if file is not None else []),
        *(["from rffviz.features import Whitening"] if points.whitened else []),
        f"from rffviz.kernels import {kind}{', median_length_scale' if length_rule == 'median' else ''}",
        "from rffviz.measure import convergence, error_curve",
    ]
    read = f"load({_quoted(points.name)})" if file is None else f'read_csv(open({_quoted(file)}, "rb").read())'
    lines = [
        '"""Error of random Fourier features beside its bounds. Run it where rffviz is: in the explorer\'s folder."""',
        "",
        *imports,
        "",
        f"n_points, seed = {now['n_points']}, {now['seed']}",
        f"data = {read}",
        "X = standardize(data.X).X  # mean 0 and variance 1; constant columns are left out",
        *(["X = Whitening().fit_transform(X)"] if points.whitened else []),
        "if len(X) > n_points:",
        "    X = X[choose_rows(len(X), n_points, seed)]",
        f"kernel = {kind}({made})",
        *([_LENGTH_RULES[length_rule]] if by_rule else []),
        "",
        f"sizes = {first.n_freqs.tolist()}",
        f"seeds = {_seeds(first.seeds)}",
        f"samplers = {_names(curve.sampler for curve in curves)}",
        f"metric, map_name = {_quoted(first.metric)}, {_quoted(first.map)}",
        "curves = [error_curve(X, kernel, name, sizes, seeds, metric, map_name) for name in samplers]",
        f"bounds = {_names(now['bound'])}  # promised for Monte Carlo only",
        f"report = convergence(curves, X, {now['n_freqs']}, {now['epsilon']!r}, {now['confidence']!r}, bounds)",
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


def _names(names: Iterable[str]) -> str:
    return f"[{', '.join(_quoted(name) for name in names)}]"


def _seeds(seeds: Sequence[int]) -> str:
    row = range(seeds[0], seeds[-1] + 1)
    return repr(row) if len(seeds) > 1 and list(seeds) == list(row) else repr(list(seeds))
