"""What a viewer can set: one declarative entry a parameter drives its widget, its place in the link, and its refusals.

A parameter knows how to read itself from the text of a link (or say in one sentence why it cannot), how to write itself
into one, and how to draw its widget. `table.py` beside this file lists them; `link.py` keeps link and widgets in step.
"""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any
from urllib.parse import parse_qsl

import streamlit as st

from rffviz.explorer.words.numbers import setting
from rffviz.foundation.validation import Refusal
from rffviz.kernels.formula import MOST_TYPED, read_function
from rffviz.studies.handles import DISTANCES

_NAMED, _COMPARED = 12, 30  # most names in a notice, and most characters that are compared with them


class Unusable(Refusal):
    """The text of a link does not give a value; the message says what is allowed."""


@dataclass(frozen=True)
class Parameter(ABC):
    """A setting with a stable name, a default and a help text.

    Attributes
    ----------
    name : str
        The key in the link, the session and the widget: stable, ASCII.
    label : str
        The words beside the widget.
    default : object
    help : str
        What the question mark beside the widget says.
    only_if : mapping of str to tuple
        Values of other settings without which this one changes nothing, and is not shown.
    lasting : bool
        A link is asked for it once, when the app is opened: neither a step back nor a link without it changes it.
    link : str
        The key in the link, where it is another: one key may stand for one setting on each page.
    """

    name: str
    label: str
    default: Any
    help: str = field(default="", kw_only=True)
    only_if: Mapping[str, tuple[Any, ...]] = field(default_factory=dict, kw_only=True)
    lasting: bool = field(default=False, kw_only=True)
    link: str = field(default="", kw_only=True)

    @abstractmethod
    def read(self, text: str) -> Any:
        """The value that `text` stands for; raises `Unusable` with what is allowed."""

    def write(self, value: Any) -> str:
        """The text that stands for `value` in a link; `read` gives the value back."""
        return str(value)

    @abstractmethod
    def draw(self, key: str, start: Any, **options: Any) -> None:
        """Draw the widget under the session key `key`; one that is new shows `start`."""


@dataclass(frozen=True)
class Whole(Parameter):
    """A whole number in [low, high]: a number box, or a slider over `stops`; links may hold the values between."""

    low: int = 1
    high: int = 100
    stops: Sequence[int] = ()
    step: int = 1

    def read(self, text):
        # int() also reads 1_000 and digits of other scripts
        if not re.fullmatch(r"[+-]?[0-9]{1,20}", text) or not self.low <= int(text) <= self.high:
            raise Unusable(f"it must be a whole number from {self.low:,} to {self.high:,}")
        return int(text)

    def draw(self, key, start, **options):
        shared = {"key": key, "value": start, "help": self.help or None, **options}
        if self.stops:
            stops = sorted({*self.stops, start})
            st.select_slider(self.label, stops, format_func=lambda v: f"{v:,}", **shared)
        else:
            st.number_input(self.label, self.low, self.high, step=self.step, **shared)


@dataclass(frozen=True)
class Number(Parameter):
    """A finite number in [low, high]: a slider over `stops`; links may hold the values between."""

    low: float = 0.0
    high: float = 1.0
    stops: Sequence[float] = ()

    def read(self, text):
        try:
            value = float(self.write(float(text)))  # rounded as in links, so that equal texts mean equal values
        except ValueError:
            value = math.nan
        if not self.low <= value <= self.high:  # NaN fails this comparison
            raise Unusable(f"it must be a number from {self.low:g} to {self.high:g}")
        return value

    def write(self, value):
        return f"{value:.6g}"

    def draw(self, key, start, **options):
        stops = sorted({*map(float, self.stops), float(start)})
        shared = {"key": key, "value": float(start), "help": self.help or None, **options}
        st.select_slider(self.label, stops, format_func=setting, **shared)


@dataclass(frozen=True)
class Choice(Parameter):
    """One of `options`, a mapping of stable identifiers to words; `formerly` maps those of earlier links to today's.

    Of `pills` only the `first` ones stand in sight, if it is not 0.
    """

    options: Mapping[str, str] = field(default_factory=dict)
    pills: bool = False
    first: int = 0
    formerly: Mapping[str, str] = field(default_factory=dict)

    def read(self, text):
        text = self.formerly.get(text, text)
        if text not in self.options:
            names, many = list(self.options), len(self.options)
            if many > _NAMED:
                names = [f"{many} names, such as {', '.join(get_close_matches(text[:_COMPARED], names, 3, 0.0))}"]
            raise Unusable(f"it must be one of {', '.join(names)}")
        return text

    def draw(self, key, start, **options):
        names = list(self.options)
        shared = {"key": key, "help": self.help or None, "format_func": self.options.get, **options}
        if self.pills:
            seen = names[: self.first or None]
            shown = start if start in seen else None
            st.segmented_control(self.label, seen, default=shown, required=True, label_visibility="collapsed", **shared)
        else:
            st.selectbox(self.label, names, index=names.index(start), **shared)


@dataclass(frozen=True)
class Several(Parameter):
    """A non-empty selection from `options`, in their order; in links separated by commas."""

    options: Mapping[str, str] = field(default_factory=dict)

    def read(self, text):
        names = [name for name in text.split(",") if name]
        if not names or not set(names) <= set(self.options):
            raise Unusable(f"it must be one or more of {', '.join(self.options)}, separated by commas")
        return tuple(name for name in self.options if name in names)

    def write(self, value):
        return ",".join(value)

    def draw(self, key, start, **options):
        shared = {"key": key, "help": self.help or None, "format_func": self.options.get, **options}
        st.multiselect(self.label, list(self.options), default=list(start), **shared)


@dataclass(frozen=True)
class KeptSettings(Parameter):
    """Other settings than those shown, as the query of the link that would show them; empty for none.

    `readers` gives the table that reads them. It is set by a button, not by a widget of its own.
    """

    readers: Callable[[], Mapping[str, Parameter]] = dict

    def read(self, text):
        self.values(text)
        return text

    def values(self, text: str) -> dict[str, Any]:
        """The settings that `text` names, read by their own parameters."""
        table, values = self.readers(), {}
        try:
            pairs = parse_qsl(text, strict_parsing=bool(text), max_num_fields=40)
        except ValueError:
            raise Unusable("it must be the query of a link") from None
        for name, value in pairs:
            if name not in table or name == self.name:
                raise Unusable("it must be the query of a link, with settings of this page alone")
            try:
                values[name] = table[name].read(value)
            except Unusable as reason:
                raise Unusable(f"{name} in it cannot be used: {reason}") from None
        return values

    def draw(self, key, start, **options):
        raise TypeError("settings that were kept have no widget")


@dataclass(frozen=True)
class DrawnPoints(Parameter):
    """Points of the viewer's own in the plane, of two classes; empty for none. A canvas sets them, not a widget.

    A link holds them in hundredths, with `_` between: "120.-35" is (1.2, −0.35) of the first class, "120.-35.1" of the
    second.
    """

    most: int = 150

    def read(self, text):
        self.points(text)
        return text

    def points(self, text: str) -> list[list[float]]:
        """The points as [x, y, class], the class being −1 or 1."""
        each = text.split("_") if text else []
        if len(each) > self.most or not all(re.fullmatch(r"-?[0-9]{1,8}\.-?[0-9]{1,8}(\.1)?", one) for one in each):
            raise Unusable(f"it must be at most {self.most} points in hundredths, as in 120.-35_-7.0.1")
        parts = (one.split(".") for one in each)
        return [[int(x) / 100, int(y) / 100, 1 if second else -1] for x, y, *second in parts]

    def text(self, points: Sequence[Sequence[float]]) -> str:
        """What a link holds of the points; empty where they are too many or have more than two decimals."""
        ones = [f"{round(100 * x)}.{round(100 * y)}{'.1' if kind > 0 else ''}" for x, y, kind in points]
        try:
            whole = self.points("_".join(ones)) == [list(point) for point in points]
        except Unusable:
            whole = False
        return "_".join(ones) if whole else ""

    def draw(self, key, start, **options):
        raise TypeError("points that were drawn have no widget")


@dataclass(frozen=True)
class Dragged(Parameter):
    """Heights of handles from −1 to 1, one for each of `DISTANCES`; a part of the page sets them, not a widget.

    A link holds them in thousandths, with `_` between: "500_-20_0_0_0_0_0_0" begins with 0.5 and −0.02.
    """

    def read(self, text):
        each = text.split("_")
        if len(each) != len(DISTANCES) or not all(re.fullmatch(r"-?([0-9]{1,3}|1000)", one) for one in each):
            example = "_".join(str(1000 // 2**i) for i in range(1, len(DISTANCES) + 1))
            raise Unusable(f"it must be {len(DISTANCES)} heights in thousandths from -1000 to 1000, as in {example}")
        return tuple(int(one) / 1000 for one in each)

    def write(self, value):
        return "_".join(str(round(1000 * height)) for height in value)

    def draw(self, key, start, **options):
        raise TypeError("handles that are dragged have no widget")


@dataclass(frozen=True)
class Flag(Parameter):
    """On or off: 1 or 0 in links."""

    def read(self, text):
        if text not in ("0", "1"):
            raise Unusable("it must be 0 or 1")
        return text == "1"

    def write(self, value):
        return "1" if value else "0"

    def draw(self, key, start, **options):
        st.toggle(self.label, key=key, value=start, **{"help": self.help or None, **options})


@dataclass(frozen=True)
class Written(Parameter):
    """A formula in r. What is typed can be none, which its study refuses; a link that holds none is refused here."""

    def read(self, text):
        try:
            read_function(text)
        except Refusal as reason:
            said = str(reason).partition(" ")[2]
            allowed = said.rpartition(", got")[0] or said.removesuffix(".")  # without the value, if it is named last
            raise Unusable(f"it {allowed}") from None
        return text

    def draw(self, key, start, **options):
        st.text_input(self.label, start, MOST_TYPED, key=key, **{"help": self.help or None, **options})
