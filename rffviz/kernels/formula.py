"""A user's function of the distance r: a formula, parsed safely, or a table of values.

Only the operations and functions listed in the tables below are ever evaluated.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import special
from scipy.interpolate import CubicSpline, PchipInterpolator

from rffviz.foundation.names import disarmed
from rffviz.foundation.validation import Refusal

MOST_CHARACTERS = 200
MOST_ROWS = 2000
MOST_TYPED = 2000  # characters of a table
LEFT_BY_INTERPOLATION = 5e-3  # tolerated negative mass: tables of Gaussian values leave up to 0.004

_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: np.power,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
_FUNCTIONS = {
    "exp": (np.exp, 1),
    "cos": (np.cos, 1),
    "sin": (np.sin, 1),
    "cosh": (np.cosh, 1),
    "sqrt": (np.sqrt, 1),
    "abs": (np.abs, 1),
    "acos": (np.arccos, 1),
    "sinc": (lambda x: np.sinc(x / np.pi), 1),
    "gamma": (special.gamma, 1),
    "J0": (lambda x: _bessel_j(0.0, x), 1),
    "besselj": (lambda order, x: _bessel_j(order, x), 2),
    "max": (np.maximum, 2),
    "min": (np.minimum, 2),
}
_LOST = 1e15  # beyond this a double no longer resolves the phase of J, and |J| is below 3·10⁻⁸
_CONSTANTS = {"pi": np.pi, "π": np.pi, "e": np.e}
_VARIABLES = ("r", "δ")
_WRITTEN = str.maketrans({"−": "-", "·": "*", "×": "*", "^": "**", "≤": "<="})
_SUPERSCRIPT = re.compile(r"(?<=[^\W\d]|\))[²³](?![²³\w])")  # after a name or a bracket
_MODULE = re.compile(r"\b(?:np|numpy|math)\.(?=[a-z])")  # of a formula that was copied from Python
_SCALES = ("l", "ell", "ℓ", "length", "length_scale", "sigma", "σ", "gamma")
# 2r and 0x1F: Python reads some of these, with a warning on the server's terminal
_GLUED = re.compile(r"(?<![\w.])(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][-+]?[0-9]++)?+[^\W0-9]")

_NUMBERS = re.compile(r"[-−0-9.e:,\s]*")
_ROW = re.compile(r"\s*(-?[0-9.]{1,20}(?:e-?[0-9]{1,3})?)\s*:\s*(-?[0-9.]{1,20}(?:e-?[0-9]{1,3})?)\s*")

ALLOWED = (
    "numbers, r, pi, e, + − * / ^, comparisons such as r < 1, and "
    f"{', '.join(_FUNCTIONS)} (sinc(x) is sin(x)/x, besselj(n, x) is J of order n), "
    f"in at most {MOST_CHARACTERS} characters"
)


def _bessel_j(order: ArrayLike, x: ArrayLike) -> np.ndarray:
    """J_order(x), set to 0 where its phase is lost."""
    value = special.jv(order, np.minimum(np.abs(x), _LOST) * np.sign(x))
    return np.where(np.abs(x) < _LOST, value, 0.0)


class TypedFunction:
    """A function of r = |x − y| ≥ 0 from its text, such as "exp(-r**2 / 2)".

    A comparison is 1 where true and 0 elsewhere. Called with an array, it returns float64 of the same shape, possibly
    infinite or nan. All numbers are floats, so that no integer power can take long.

    Raises
    ------
    ValueError
        For a text that is too long, is not a formula, or contains anything not listed in ``ALLOWED``.
    """

    def __init__(self, text: str) -> None:
        written = text.strip().translate(_WRITTEN) if isinstance(text, str) else ""
        written = _SUPERSCRIPT.sub(lambda found: {"²": "**2", "³": "**3"}[found[0]], _MODULE.sub("", written))
        if not 0 < len(written) <= MOST_CHARACTERS:
            raise Refusal(f"formula must hold {ALLOWED}, got {len(written)} characters.")
        if _GLUED.search(written):
            raise Refusal(f"formula must be one expression of {ALLOWED}, got a number and a letter without a sign.")
        try:
            self._tree = ast.parse(written, mode="eval").body
            _check(self._tree)
            self.text = ast.unparse(self._tree).replace(" ** ", "^").replace("*", "·").replace("-", "−")
        except (SyntaxError, ValueError, OverflowError, MemoryError, RecursionError) as error:
            if isinstance(error, Refusal):
                raise
            if said := _unbalanced(text):
                raise Refusal(said) from None
            raise Refusal(f"formula must be one expression of {ALLOWED}, got something else.") from None

    def __call__(self, r: ArrayLike) -> np.ndarray:
        r = np.asarray(r, dtype=np.float64)
        with np.errstate(all="ignore"):
            return np.broadcast_to(_value(self._tree, r), r.shape).astype(np.float64)


def _unbalanced(text: str) -> str:
    """What is wrong with the brackets of a formula, and where; empty where each one has its other half."""
    opened = []
    for at, character in enumerate(text, 1):
        if character == "(":
            opened.append(at)
        elif character == ")" and not opened:
            return f"formula must open each bracket that it closes: {disarmed(text[:at])!r} has one ')' too many."
        elif character == ")":
            opened.pop()
    if not opened:
        return ""
    return f"formula must close each bracket: the '(' at character {opened[-1]} is not closed."


class TypedTable:
    """A function of r ≥ 0 through the rows (r, k) of a table.

    Between the rows it is the monotone cubic interpolant (PCHIP), which never leaves the range of its neighbours; or,
    `smooth`, the cubic spline, whose second derivative is continuous, too, and which leaves far less negative mass.
    Beyond the last one at r_max it decays as k(r_max) exp(−s(r − r_max)): s continues the curve's slope, and is at
    least 1/r_max.

    Raises
    ------
    ValueError
        For fewer than 2 rows or more than 2,000, numbers that are not finite, or distances that do not increase from 0.

    Source: Fritsch & Butland 1984, "A method for constructing local monotone piecewise cubic interpolants".
    """

    def __init__(self, rows: Sequence[Sequence[float]], smooth: bool = False) -> None:
        try:
            table = np.array(rows, dtype=np.float64)
        except (TypeError, ValueError):
            table = np.empty(0)
        if table.ndim != 2 or table.shape[1] != 2 or not 2 <= len(table) <= MOST_ROWS or not np.isfinite(table).all():
            raise Refusal(f"table must have 2 to {MOST_ROWS:,} rows (r, k) of finite numbers, got something else.")
        if table[0, 0] != 0 or (np.diff(table[:, 0]) <= 0).any():
            raise Refusal("table must have distances r that rise from 0, got others.")
        self.text = ", ".join(f"k({r:g}) = {k:g}" for r, k in table[:8]) + (", …" if len(table) > 8 else "")
        self._curve = (CubicSpline if smooth else PchipInterpolator)(*table.T)
        self._furthest, self._last = (float(each) for each in table[-1])

    def __call__(self, r: ArrayLike) -> np.ndarray:
        r = np.asarray(r, dtype=np.float64)
        furthest, last = self._furthest, self._last
        decay = max(-float(self._curve(furthest, 1)) / last if last else 0.0, 1 / furthest)
        beyond = last * np.exp(-decay * np.maximum(r - furthest, 0.0))
        return np.where(r <= furthest, self._curve(np.minimum(r, furthest)), beyond)


def read_function(text: str) -> TypedFunction | TypedTable:
    """Parse a text into a function: a formula, or a smooth table of rows "r: k", as in "0: 1, 0.5: 0.9, 2: 0.1".

    Raises
    ------
    ValueError
        If the text is neither.
    """
    if not isinstance(text, str) or ":" not in text or not _NUMBERS.fullmatch(text):
        return TypedFunction(text)
    if len(text) > MOST_TYPED:
        raise Refusal(f"table must hold at most {MOST_TYPED:,} characters, got {len(text):,}.")
    rows = [_ROW.fullmatch(row) for row in text.translate(_WRITTEN).split(",")]
    try:
        return TypedTable([tuple(map(float, row.groups())) if row else () for row in rows], smooth=True)
    except ValueError as error:
        if isinstance(error, Refusal):
            raise
        return TypedTable(())  # a badly formed number such as 1.2.3


def _check(node: ast.expr) -> None:
    """Raise a Refusal for a tree with anything that is not allowed."""
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            float(value)  # an integer of hundreds of digits has no float: OverflowError
        case ast.Name(id=name):
            if name not in (*_VARIABLES, *_CONSTANTS):
                scaled = " Write its number; a length_scale that is set divides r already." if name in _SCALES else ""
                raise Refusal(
                    f"formula must hold no names but r, pi, e and its functions, got {disarmed(name)}.{scaled}"
                )
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            _check(left)
            _check(right)
        case ast.UnaryOp(op=op, operand=operand) if type(op) in _OPERATORS:
            _check(operand)
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _OPERATORS:
            _check(left)
            _check(right)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _FUNCTIONS:
            wanted = _FUNCTIONS[name][1]
            if len(args) != wanted:
                raise Refusal(f"formula must give {name} {wanted} argument{'s'[: wanted > 1]}, got {len(args)}.")
            for each in args:
                _check(each)
        case ast.Call(func=ast.Name(id=name)):
            raise Refusal(f"formula must hold no functions but {', '.join(_FUNCTIONS)}, got {disarmed(name)}.")
        case _:
            raise Refusal(f"formula must hold nothing but {ALLOWED}, got something else.")


def _value(node: ast.expr, r: np.ndarray) -> Any:
    """The value of a checked tree."""
    match node:
        case ast.Constant(value=int() | float() as value):
            return np.float64(value)
        case ast.Name(id=name):
            return r if name in _VARIABLES else np.float64(_CONSTANTS[name])
        case ast.BinOp(left=left, op=op, right=right):
            return _OPERATORS[type(op)](_value(left, r), _value(right, r))
        case ast.UnaryOp(op=op, operand=operand):
            return _OPERATORS[type(op)](_value(operand, r))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return np.asarray(_OPERATORS[type(op)](_value(left, r), _value(right, r)), dtype=np.float64)
        case ast.Call(func=ast.Name(id=name), args=args):
            return _FUNCTIONS[name][0](*(_value(each, r) for each in args))
