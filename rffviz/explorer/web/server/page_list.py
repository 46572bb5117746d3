"""The explorer's pages, handed over by who starts it: nothing in this package imports them."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rffviz.explorer.web.view import Page

_source: list[Callable[[], Sequence[Page]]] = []


def hand_over(source: Callable[[], Sequence[Page]]) -> None:
    """Name the function that gives the pages, in the order of the menu; the latest one counts."""
    _source[:] = [source]


def pages() -> Sequence[Page]:
    """The pages that were handed over."""
    return _source[0]()


def pages_of(files: Iterable[Path]) -> list[Page]:
    """The `PAGE` of each file, which is loaded from where it stands, whatever `sys.path` holds."""
    return [_module(file).PAGE for file in files]


def pages_in(folder: Path) -> list[Page]:
    """The pages of a folder, Start first."""
    return pages_of(sorted(folder.glob("*.py"), key=lambda file: (file.stem != "start", file.stem)))


def _module(file: Path) -> ModuleType:
    name = f"rffviz_pages.{file.stem}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules[name] = module  # once it is whole; Streamlit takes it out when the file is saved
    return sys.modules[name]
