"""A line of LaTeX as MathML, which browsers render natively: the subset of LaTeX used in the scenes' formulas."""

from __future__ import annotations

import re
from html import escape

from rffviz.foundation.validation import Refusal

_SYMBOLS = {
    **{"omega": "ω", "sigma": "σ", "delta": "δ", "gamma": "γ", "lambda": "λ", "varepsilon": "ε", "varphi": "φ"},
    **{"phi": "ϕ", "tau": "τ"},
    **{"top": "⊤", "ell": "ℓ", "infty": "∞", "dots": "…"},
}
_OPERATORS = {
    **{"approx": "≈", "sim": "∼", "in": "∈", "leftrightarrow": "↔", "gtrsim": "≳", "times": "×", "nabla": "∇"},
    **{"sum": "∑", "|": "‖", "le": "≤"},
}
_FUNCTIONS = ("cos", "sin", "log", "exp", "max", "min")
_LETTERS = {"mathbb": {"E": "𝔼", "R": "ℝ"}, "mathcal": {"N": "𝒩", "O": "𝒪"}}
_SPACES = {",": 0.17, ";": 0.28, "quad": 1, "qquad": 2}
_UNDER = ("sum", "min")  # operators with subscripts below, not beside them
_TOKENS = re.compile(r"\\(?:text|operatorname|mathbb|mathcal)\{[^}]*\}|\\[A-Za-z]+|\\.|\d+|\S")


def mathml(latex: str) -> str:
    r"""A formula as a `<math>` element.

    It knows letters, digits, `^`, `_`, `\frac`, `\tfrac`, `\sqrt`, `\hat`, `\text`, `\operatorname`, `\big`, spaces,
    and the symbols of the tables above.

    Raises
    ------
    Refusal
        For a command that it does not know.
    """
    tokens = _TOKENS.findall(latex)
    parts = []
    while tokens:
        parts.append(_term(tokens))
    return f'<math display="inline" displaystyle="true">{"".join(parts)}</math>'


def _term(tokens: list[str]) -> str:
    """An atom with what is above and below it; takes its tokens off the list."""
    under = tokens[0].lstrip("\\") in _UNDER
    base, scripts = _atom(tokens), {}
    while tokens and tokens[0] in "^_":
        place = tokens.pop(0)
        scripts[place] = _atom(tokens)
    if not scripts:
        return base
    below, above = ("munder", "mover") if under else ("msub", "msup")
    if len(scripts) == 2:
        both = "munderover" if under else "msubsup"
        return f"<{both}>{base}{scripts['_']}{scripts['^']}</{both}>"
    name = below if "_" in scripts else above
    return f"<{name}>{base}{next(iter(scripts.values()))}</{name}>"


def _atom(tokens: list[str]) -> str:
    if not tokens:
        raise Refusal("latex must be complete, got a formula that ends too early.")
    token = tokens.pop(0)
    if token == "{":
        inside = []
        while tokens and tokens[0] != "}":
            inside.append(_term(tokens))
        tokens[:1] = []
        return f"<mrow>{''.join(inside)}</mrow>"
    if not token.startswith("\\"):
        return _plain(token)
    name, _, given = token[1:].rstrip("}").partition("{")
    if name == "text":
        return f"<mtext>{escape(given).replace(' ', '&#160;')}</mtext>"
    if name == "operatorname":
        return _named(given)
    if name in _LETTERS and given in _LETTERS[name]:
        return f"<mi>{_LETTERS[name][given]}</mi>"
    if name in _FUNCTIONS:
        return _named(name)
    if name in _SYMBOLS:
        return f"<mi>{_SYMBOLS[name]}</mi>"
    if name in _OPERATORS:
        return f"<mo>{_OPERATORS[name]}</mo>"
    if name in _SPACES:
        return f'<mspace width="{_SPACES[name]}em"></mspace>'
    if name in ("frac", "tfrac"):
        above, below = _argument(tokens), _argument(tokens)
        return f'<mfrac displaystyle="{str(name == "frac").lower()}">{above}{below}</mfrac>'
    if name == "sqrt":
        return f"<msqrt>{_argument(tokens)}</msqrt>"
    if name == "hat":
        return f'<mover accent="true">{_argument(tokens)}<mo stretchy="false">^</mo></mover>'
    if name in ("big", "Big"):
        size = 1.2 if name == "big" else 1.8
        return f'<mo minsize="{size}em" maxsize="{size}em">{escape(tokens.pop(0))}</mo>'
    raise Refusal(f"latex must use the commands that are known here, got {token!r}.")


def _argument(tokens: list[str]) -> str:
    r"""The argument of a command: one digit of a number, as in \tfrac12, or an atom."""
    if tokens and tokens[0].isdigit() and len(tokens[0]) > 1:
        tokens[:1] = list(tokens[0])
    return _atom(tokens)


def _plain(token: str) -> str:
    if token.isdigit():
        return f"<mn>{token}</mn>"
    if token.isalpha():
        return f"<mi>{token}</mi>"
    stretchy = ' stretchy="false"' if token in "()[]|" else ""
    return f"<mo{stretchy}>{'−' if token == '-' else escape(token)}</mo>"


def _named(name: str) -> str:
    return f'<mo lspace="0.17em" rspace="0.17em">{escape(name)}</mo>'
