"""Generates the Python programs of the export menu, which print a picture's numbers through the library.

A program is the sequence of calls that led to the picture. Each kind of value has a small function that writes it,
dispatched by `written` on its type.
"""

from __future__ import annotations

import dataclasses
import inspect
import numbers
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

import numpy as np

from rffviz.adaptive import OPTIMIZERS, Optimizer
from rffviz.datasets import Dataset, Points, TrainTest, read_file
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import THEMES, Theme
from rffviz.explorer.web.script.calls import Call, Calls
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Kernel
from rffviz.measure import Convergence, ErrorCurve, Exceedance
from rffviz.samplers import SAMPLERS
from rffviz.samplers.own import OwnScheme, named_scheme, register
from rffviz.studies.plane import Plane, PlaneView, SeenLearning, Wave

_USE = """Where rffviz is installed{where}: python FILE.
With a clone of it in FOLDER: PYTHONPATH=FOLDER python FILE.
It prints the figure's title and its numbers, as CSV."""
_WIDTH = 100  # line length, unless a string or a name is longer
_INSIDE = 50  # most characters of a nested call
_SEEDS = ("seed", "random_state")  # names of seed arguments
_NAMES: dict[type, str] = {
    Dataset: "data",
    Points: "X",
    TrainTest: "split",
    Kernel: "kernel",
    Plane: "plane",
    PlaneView: "view",
    Wave: "wave",
    SeenLearning: "seen",
    ErrorCurve: "curve",
    Convergence: "report",
    Exceedance: "report",
    Picture: "picture",
}


@dataclass(frozen=True)
class Bracketed:
    """Source in brackets, which goes over several lines where one is too short."""

    opening: str
    items: Sequence[Source]
    closing: str


Source = str | Bracketed


def program(question: str, calls: Calls, picture: Picture, seed: int | None = None, folder: str = "") -> str:
    """The program that makes a picture by the calls that made it, and prints its title and its CSV.

    Parameters
    ----------
    question : str
        What the picture answers, for the program's first line.
    calls : Calls
        The calls that made the picture and its parts.
    seed : int, optional
        The page's seed, which gets a name.
    folder : str
        Where the package is looked for if it is not installed.

    Returns
    -------
    str
        If something cannot be written as Python, a program that exits with a message.
    """
    asked = question if question[-1] in "?!." else f"{question}."
    where = ", or on the machine that exported it" if folder else ""
    use, path = _USE.format(where=where), f"\n\nimport sys\n\nsys.path.append({_quoted(folder)})" if folder else ""
    try:
        writer = Writer(calls, seed)
        name = writer.named(picture)
        body = [*writer.imports(), "", *writer.preparations, *writer.statements]
        use += "\nRun it in the folder of your data file." * writer.uses(read_file)
    except Refusal as reason:
        head = f'"""{asked}\n\n{use}\n"""{path}'
        return f"{head}\n\n# {reason}\nraise SystemExit({_quoted(str(reason))})\n"
    head = f'"""{asked}\n\n{use}\n"""{path}'
    lines = [head, "", *body, "", f'print("#", {name}.title)', f'print({name}.csv(), end="")']
    return "\n".join(lines) + "\n"


class Writer:
    """Writes values as Python: results of calls as these calls, in separate statements if long."""

    def __init__(self, calls: Calls, seed: int | None) -> None:
        self._calls, self._seed = calls, seed
        self._seen: dict[int, str] = {}  # names of values, by their identity
        self._taken: dict[str, Any] = {}  # values by their names
        self._imported: dict[str, set[str]] = {}
        self._schemes: set[str] = set()
        self._uses: Counter[int] | None = None
        self.preparations: list[str] = []
        self.statements: list[str] = []

    # --- values -------------------------------------------------------------------------------------------------------

    def named(self, root: Any) -> str:
        """The name of a value made by a call, after writing the statements that make it."""
        self._uses = Counter(id(part) for part in self._walked(root, set()))
        return self._assigned(root, self._calls.of(root))

    def source(self, value: Any) -> Source:
        """An expression for the value."""
        if isinstance(value, Call):
            return self.call(value)
        if id(value) in self._seen:
            return self._seen[id(value)]
        if (call := self._calls.of(value)) is not None:
            if self._uses[id(value)] == 1 and len(flat(self.call(call))) <= _INSIDE and not self._is_record(call):
                return self.call(call)
            return self._assigned(value, call)
        if (owner := self._owner(value)) is not None:
            return f"{flat(self.source(owner[0]))}{owner[1]}"
        return written(value, self)

    def call(self, call: Call) -> Source:
        """The call of a function."""
        names = list(inspect.signature(call.function).parameters)
        items = [self.argument(names[k] if k < len(names) else "", each) for k, each in enumerate(call.args)]
        items += [_keyword(name, self.argument(name, each)) for name, each in _ordered(call)]
        return Bracketed(f"{self.imported(call.function)}(", items, ")")

    def argument(self, name: str, value: Any) -> Source:
        """The source of an argument: the page's seed by its name."""
        if self._seed is not None and type(value) in (int, range):
            if name in _SEEDS and value == self._seed:
                return self._named_seed()
            if name.endswith("seeds") and isinstance(value, range) and value.start == self._seed and value.step == 1:
                return f"range({self._named_seed()}, seed + {len(value)})"
        return self.source(value)

    def imported(self, thing: Any) -> str:
        """The name of a function or class, which is imported from where it is public."""
        module, name = thing.__module__, thing.__qualname__
        if "<" in name or "." in name or module == "__main__":
            raise Refusal(f"This picture needs {name}, which no module gives by name.")
        if module.partition(".")[0] == "rffviz" and module.split(".")[1] == "web":
            raise Refusal(f"This picture needs {name}, which is part of the page alone.")
        while getattr(sys.modules.get(above := module.rpartition(".")[0]), name, None) is thing:
            module = above
        return self.need(module, name)

    def need(self, module: str, name: str) -> str:
        """The name, which the program imports from the module."""
        self._imported.setdefault(module, set()).add(name)
        return name

    def prepare_scheme(self, name: str) -> None:
        """Register a user's own scheme before it is used; built-in ones already are."""
        scheme = SAMPLERS[name]
        if name in self._schemes or not isinstance(scheme, OwnScheme):
            return
        if not scheme.reference:
            raise Refusal(f"This picture needs the scheme {name}, whose function no module gives by name.")
        self._schemes.add(name)
        asked = f"{self.imported(named_scheme)}({_quoted(scheme.reference)}, {_quoted(name)})"
        self.need("rffviz.samplers", "SAMPLERS")
        self.preparations.append(f"{self.imported(register)}({asked}, SAMPLERS)")

    def uses(self, function: Callable[..., Any]) -> bool:
        """Whether the program imports the function."""
        return any(function.__name__ in names for names in self._imported.values())

    def imports(self) -> list[str]:
        """The lines that import what was needed, the standard library's first."""
        modules = sorted(self._imported, key=lambda module: (module.startswith("rffviz"), module))
        lines: list[str] = []
        for module in modules:
            if lines and module.startswith("rffviz") and not lines[-1].startswith("from rffviz"):
                lines.append("")
            names = sorted(self._imported[module], key=lambda name: (not name.isupper(), not name[0].isupper(), name))
            lines.append(f"from {module} import {', '.join(names)}")
        return lines

    # --- statements ---------------------------------------------------------------------------------------------------

    def _assigned(self, value: Any, call: Call) -> str:
        source = self.call(call)
        inside = [each for each in (*call.args, *call.keywords.values()) if id(each) in self._seen]
        name = self._free_name(_hint(value), inside)
        self._seen[id(value)], self._taken[name] = name, value
        self.statements += laid_out(name, source)
        return name

    def _assigned_records(self, records: Sequence[Any]) -> Source:
        """Records of one study, in a loop over the arguments in which the calls differ."""
        calls = [self._calls.of(record) for record in records]
        first = calls[0]
        varied = [n for n in first.keywords if any(call.keywords[n] is not first.keywords[n] for call in calls)]
        varied = [n for n in varied if len({flat(self.source(call.keywords[n])) for call in calls}) > 1]
        rows: list[Source] = []
        for call in calls:
            given = [self.argument(n, call.keywords[n]) for n in varied]
            rows.append(given[0] if len(given) == 1 else Bracketed("(", given, ")"))
        items = [_keyword(n, n if n in varied else self.argument(n, each)) for n, each in _ordered(first)]
        if not varied or len(records) == 1:
            return Bracketed("[", [self.call(call) for call in calls], "]")
        one = Bracketed(f"{self.imported(first.function)}(", items, ")")
        return Bracketed("[", [Loop(one, f"for {', '.join(varied)} in ", Bracketed("[", rows, "]"))], "]")

    def sequence(self, values: Sequence[Any]) -> Source:
        """The source of a list; for records of one study, its name."""
        calls = [self._calls.of(each) for each in values]
        if calls and all(call is not None and self._is_record(call) for call in calls):
            if len({(call.function, *call.keywords) for call in calls}) == 1:
                source = self._assigned_records(values)
                name = self._free_name(_hint(values), [])
                self._seen[id(values)], self._taken[name] = name, values
                self.statements += laid_out(name, source)
                return name
        return Bracketed("[", [self.source(each) for each in values], "]")

    def _free_name(self, wanted: str, given_up: Sequence[Any]) -> str:
        """The wanted name, or a numbered one; a name is free again after the last use of its value."""
        number, name = 1, wanted
        while name in self._taken:
            held = self._taken[name]
            if any(held is each for each in given_up) and self._uses[id(held)] == 1:
                return name
            number += 1
            name = f"{wanted}_{number}"
        return name

    def _named_seed(self) -> str:
        if "seed" not in self._taken:
            self._taken["seed"] = self._seed
            self.preparations.append(f"seed = {self._seed}")
        return "seed"

    @staticmethod
    def _is_record(call: Call) -> bool:
        return hasattr(call.function, "steps")

    def _owner(self, value: Any) -> tuple[Any, str] | None:
        """The result of a call that contains this same array or record, and the path to it."""
        if self._calls.of(value) or not (isinstance(value, np.ndarray) or _is_plain_record(value)):
            return None
        for made in (each for each in self._calls.values if not self._is_made_from(each, value)):
            parts = [(f"[{k}]", each) for k, each in enumerate(made)] if isinstance(made, list) else [("", made)]
            for place, part in parts:
                # an array repeated by a record still belongs to the data
                if isinstance(part, Dataset | Points | TrainTest) or (
                    _is_plain_record(value) and _is_plain_record(part)
                ):
                    if path := _path(part, value):
                        return made, f"{place}{path}"
        return None

    def _is_made_from(self, value: Any, part: Any) -> bool:
        """Whether this same part was an argument of the call that gave the value."""
        call = value if isinstance(value, Call) else self._calls.of(value)
        parts = (*call.args, *call.keywords.values()) if call else _inside(value)
        return any(each is part or self._is_made_from(each, part) for each in parts)

    def _walked(self, value: Any, met: set[int]) -> Iterator[Any]:
        """Every use of a value made by a call, from the last one down."""
        if owner := self._owner(value):
            value = owner[0]
        call = value if isinstance(value, Call) else self._calls.of(value)
        if call is None:
            for each in _inside(value):
                yield from self._walked(each, met)
            return
        yield value
        if id(value) not in met:
            met.add(id(value))
            for each in (*call.args, *call.keywords.values()):
                yield from self._walked(each, met)


@dataclass(frozen=True)
class Loop(Bracketed):
    """One expression for each of several values: what stands inside the brackets of a comprehension."""

    def __init__(self, one: Source, words: str, values: Bracketed) -> None:
        object.__setattr__(self, "opening", "")
        object.__setattr__(self, "items", (one, Bracketed(f"{words}{values.opening}", values.items, values.closing)))
        object.__setattr__(self, "closing", "")


# --- layout -----------------------------------------------------------------------------------------------------------


def flat(source: Source) -> str:
    """The source on one line."""
    if isinstance(source, str):
        return source
    between = " " if isinstance(source, Loop) else ", "
    comma = "," if source.opening == "(" and len(source.items) == 1 else ""  # a tuple
    return f"{source.opening}{between.join(map(flat, source.items))}{comma}{source.closing}"


def laid_out(name: str, source: Source) -> list[str]:
    """The lines of an assignment."""
    return _lines(f"{name} = ", source, "", "")


def _lines(before: str, source: Source, after: str, indent: str) -> list[str]:
    """The source in lines no longer than fits: items in a row as long as they fit, each too long one by itself."""
    line = f"{indent}{before}{flat(source)}{after}"
    if len(line) <= _WIDTH or isinstance(source, str) or not source.items:
        return [line]
    if len(source.items) == 1 and isinstance(source.items[0], Bracketed) and source.items[0].opening:
        inner = source.items[0]  # f(g( … )) opens both at once
        joined = Bracketed(source.opening + inner.opening, inner.items, inner.closing + source.closing)
        return _lines(before, joined, after, indent)
    if isinstance(source, Loop):
        one, values = source.items
        return [*_lines("", one, "", indent), *_lines("", values, "", indent)]
    lines, row, deeper = [f"{indent}{before}{source.opening}"], "", indent + "    "
    by_itself = any("=" in flat(item).partition("(")[0] for item in source.items)  # arguments given by name
    for item in source.items:
        piece = flat(item) if isinstance(item, Loop) else f"{flat(item)},"
        if row and (by_itself or len(f"{deeper}{row} {piece}") > _WIDTH):
            lines.append(f"{deeper}{row}")
            row = ""
        if len(f"{deeper}{piece}") <= _WIDTH:
            row = f"{row} {piece}".strip()
            continue
        lines += _lines("", item, "" if isinstance(item, Loop) else ",", deeper)
    return [*lines, *([f"{deeper}{row}"] if row else []), f"{indent}{source.closing}{after}"]


def _ordered(call: Call) -> list[tuple[str, Any]]:
    """The arguments that are given by name, in the function's own order."""
    places = list(inspect.signature(call.function).parameters)
    return sorted(call.keywords.items(), key=lambda each: places.index(each[0]) if each[0] in places else len(places))


def _keyword(name: str, source: Source) -> Source:
    if isinstance(source, str):
        return f"{name}={source}"
    return Bracketed(f"{name}={source.opening}", source.items, source.closing)


def _path(record: Any, value: Any) -> str:
    """The attribute path to this same value in a record, through nested records; empty if it is not there."""
    for field in dataclasses.fields(record):
        part = getattr(record, field.name)
        if part is value:
            return f".{field.name}"
        if _is_plain_record(part) and (rest := _path(part, value)):
            return f".{field.name}{rest}"
    return ""


def _is_plain_record(value: Any) -> bool:
    """Whether it is a dataclass without a registered writer."""
    return dataclasses.is_dataclass(value) and written.dispatch(type(value)) is written.dispatch(object)


def _inside(value: Any) -> Sequence[Any]:
    """The values that a sequence, a mapping or a record holds."""
    if isinstance(value, Mapping):
        return [*value.values()]
    if isinstance(value, list | tuple):
        return value
    return [getattr(value, field.name) for field in dataclasses.fields(value)] if _is_plain_record(value) else ()


def _hint(value: Any) -> str:
    """The default name of values of this kind."""
    if isinstance(value, list | tuple):
        return f"{_hint(value[0])}s"
    return next((name for kind, name in _NAMES.items() if isinstance(value, kind)), "record")


def _quoted(text: str) -> str:
    """A string literal, in double quotes where that needs no escape."""
    literal = repr(text)
    return literal if '"' in literal else f'"{literal[1:-1]}"'


# --- how each kind of value is written --------------------------------------------------------------------------------


@singledispatch
def written(value: Any, writer: Writer) -> Source:
    """An expression for a value not made by a recorded call.

    Raises
    ------
    Refusal
        For a kind that cannot be written.
    """
    if isinstance(value, type) or (callable(value) and not dataclasses.is_dataclass(value)):
        return writer.imported(value)
    if dataclasses.is_dataclass(value):
        given = {field.name: getattr(value, field.name) for field in dataclasses.fields(value) if field.init}
        items = [_keyword(name, writer.argument(name, each)) for name, each in given.items()]
        return Bracketed(f"{writer.imported(type(value))}(", items, ")")
    raise Refusal(f"This picture needs a {type(value).__name__}, which cannot be written as Python.")


@written.register(type(None))
@written.register(bool)
@written.register(int)
@written.register(float)
@written.register(range)
def _literal(value: Any, writer: Writer) -> Source:
    return repr(value)


@written.register
def _number(value: np.generic, writer: Writer) -> Source:
    return repr(value.item())


@written.register
def _text(value: str, writer: Writer) -> Source:
    if value in SAMPLERS:
        writer.prepare_scheme(value)
    return _quoted(value)


@written.register(list)
@written.register(tuple)
def _sequence(value: Sequence[Any], writer: Writer) -> Source:
    return writer.sequence(value)


@written.register(Mapping)
def _mapping(value: Mapping[str, Any], writer: Writer) -> Source:
    return Bracketed("{", [_pair(writer.source(name), writer.source(each)) for name, each in value.items()], "}")


def _pair(name: Source, source: Source) -> Source:
    if isinstance(source, str):
        return f"{flat(name)}: {source}"
    return Bracketed(f"{flat(name)}: {source.opening}", source.items, source.closing)


@written.register
def _kernel(value: Kernel, writer: Writer) -> Source:
    """With the parameters that differ from their defaults, in full precision."""
    given = {name: each for name, each in value.get_params().items() if each != getattr(type(value)(), name)}
    given = {name: float(each) if isinstance(each, numbers.Real) else each for name, each in given.items()}
    return Bracketed(f"{writer.imported(type(value))}(", [f"{name}={each!r}" for name, each in given.items()], ")")


@written.register
def _optimizer(value: Optimizer, writer: Writer) -> Source:
    return _entry("rffviz.adaptive", "OPTIMIZERS", OPTIMIZERS, value, writer)


@written.register
def _theme(value: Theme, writer: Writer) -> Source:
    return _entry("rffviz.explorer.figures.theme", "THEMES", THEMES, value, writer)


def _entry(module: str, registry: str, entries: Mapping[str, Any], value: Any, writer: Writer) -> Source:
    """An entry of a registry, by its name."""
    name = next(name for name, each in entries.items() if each == value)
    return f"{writer.need(module, registry)}[{_quoted(name)}]"
