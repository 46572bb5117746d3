"""Packages that hold a function of their own name and can be called as it: `rffviz.diagnose(…)`."""

from __future__ import annotations

from contextlib import suppress
from types import ModuleType
from typing import Any


class CallablePackage(ModuleType):
    """A package that is called as the function of its name, and has its attributes, such as `steps`."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self._function(*args, **named)

    def __getattr__(self, name: str) -> Any:
        if name == "__wrapped__":  # where `inspect.signature` looks
            return self._function
        if not name.startswith("__"):
            with suppress(AttributeError):
                return getattr(self._function, name)
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")

    @property
    def _function(self) -> Any:
        return self.__dict__[self.__name__.rpartition(".")[2]]
