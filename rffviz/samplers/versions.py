"""Versions of a scheme in a file that is being edited: each runs from what was read, whatever the file holds since."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib.util
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from rffviz.foundation.file_content import file_content, new_file
from rffviz.foundation.validation import SCHEME_NAME_LENGTH, Refusal
from rffviz.kernels import Kernel
from rffviz.samplers import SAMPLERS
from rffviz.samplers.own import MADE_AGAIN, OwnScheme, is_file_reference, member, own_scheme, register

_MOST_BYTES = 2**20  # of a file
_TWICE = 0.02  # seconds between two readings, which must agree
_WORDS = 400  # most characters of an error's own words
_HASH = 8  # digits of the content's hash in a name
_loading = threading.RLock()


@dataclass(frozen=True)
class Version:
    """What a file and those that it imports from its folder held when they were saved.

    Attributes
    ----------
    file, function : str
        Where the scheme is.
    sources : tuple of (str, bytes)
        Paths, relative to the folder of `file`, and contents.
    number : int
        1 for the first one of a `Watched`.
    """

    file: str
    function: str
    sources: tuple[tuple[str, bytes], ...]
    number: int = 1

    @property
    def content_hash(self) -> str:
        """A digest of all the sources and the function's name."""
        return _digest(self.function, self.sources)

    @property
    def of(self) -> tuple[str, str]:
        """What it is a version of: file and function."""
        return self.file, self.function

    @property
    def name(self) -> str:
        """The name of its scheme: the function's and the content's hash."""
        plain = self.function.replace(".", "_")[: SCHEME_NAME_LENGTH - _HASH - 1]
        return f"{plain}_{self.content_hash[:_HASH]}"

    @property
    def label(self) -> str:
        """What tells it from the others."""
        return f"version {self.number}"

    def scheme(self) -> OwnScheme:
        """Run the sources and make the function's scheme.

        Raises
        ------
        ValueError
            If they cannot be run, or the function is not a sampler; the sentence names the file, and the line if known.
        """
        try:
            made = own_scheme(member(self._module(), self.function, Path(self.file).name), self.name)
        except (Exception, SystemExit) as error:  # a user's module may raise anything
            raise Refusal(self.sentence(error)) from error
        return replace(made, label=f"{self.function.replace('_', ' ').strip().capitalize()}, {self.label}")

    def keep(self) -> Path:
        """Write its file beside the one that is edited, never over another, and give its path.

        Raises
        ------
        ValueError
            If it cannot be written, or a file of that name has other content.
        """
        file = Path(self.file)
        kept = file.with_name(f"{file.stem}_{self.content_hash[:_HASH]}.py")
        content = dict(self.sources)[file.name]
        try:
            with new_file(kept) as writing:
                writing.write(content)
        except FileExistsError:
            if kept.read_bytes() != content:
                raise Refusal(f"{kept.name} is there already, with other content: it is not overwritten.") from None
        except OSError as reason:
            raise Refusal(f"{kept.name} cannot be written: {reason.strerror}.") from None
        return kept

    def sentence(self, error: BaseException) -> str:
        """What went wrong, with the file and the line of these sources where it did."""
        own = {str(Path(self.file).parent / path) for path, _ in self.sources}
        while isinstance(error, Refusal) and error.__cause__ is not None:
            error = error.__cause__
        said = " ".join(str(error).split())
        said = said if len(said) <= _WORDS else f"{said[:_WORDS].rstrip()} …"
        at = [(f.filename, f.lineno) for f in traceback.extract_tb(error.__traceback__) if f.filename in own]
        if isinstance(error, SyntaxError):
            at, said = [(error.filename, error.lineno)] if error.filename else [], error.msg
        if isinstance(error, Refusal):
            return said.replace(self.name, self.function)
        place = f"{Path(at[-1][0]).name}, line {at[-1][1]}: " if at else f"{Path(self.file).name}: "
        if isinstance(error, _EndlessError):
            return f"{place}{endless(self, said)}"
        return f"{place}{type(error).__name__}: {said}" if said else f"{place}{type(error).__name__}"

    def _module(self) -> ModuleType:
        name = f"_rffviz_version_{_digest(self.file, self.sources)[:16]}"
        with _loading:
            if name in sys.modules:
                return sys.modules[name]
            sources = _Sources(Path(self.file).parent, dict(self.sources))
            before = {each: sys.modules.pop(each) for each in [*sys.modules] if each.split(".")[0] in sources.names}
            module = ModuleType(name)
            module.__file__ = self.file
            sys.modules[name] = module
            MADE_AGAIN[name] = self.scheme
            sys.meta_path.insert(0, sources)
            try:
                exec(sources.code(Path(self.file).name), module.__dict__)  # nosec B102: named by who starts this
            except BaseException:
                del sys.modules[name], MADE_AGAIN[name]
                raise
            finally:
                sys.meta_path.remove(sources)
                for each in [*sys.modules]:  # another version imports its own
                    if each.split(".")[0] in sources.names:
                        del sys.modules[each]
                sys.modules.update(before)
            return module


class _Sources(MetaPathFinder, Loader):
    """Imports from sources in memory while a version's file runs."""

    def __init__(self, folder: Path, sources: Mapping[str, bytes]) -> None:
        self.folder, self.sources = folder, sources
        self.names = {Path(path).parts[0].removesuffix(".py") for path in sources}

    def code(self, path: str) -> Any:
        """The compiled source of a file, which errors name."""
        return compile(self.sources[path], str(self.folder / path), "exec", dont_inherit=True)

    def find_spec(self, fullname: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
        """A module or a package of the folder."""
        inside = fullname.replace(".", "/")
        for at in (f"{inside}.py", f"{inside}/__init__.py"):
            if at in self.sources:
                origin, package = str(self.folder / at), at.endswith("__init__.py")
                spec = importlib.util.spec_from_loader(fullname, self, origin=origin, is_package=package)
                assert spec is not None  # of a loader that is given
                spec.loader_state, spec.has_location = at, True
                return spec
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Run a module."""
        assert module.__spec__ is not None  # of `find_spec`
        exec(self.code(module.__spec__.loader_state), module.__dict__)  # nosec B102: beside the file that was named


class Watched:
    """A scheme "file.py:function", looked at for new versions; files that it imports from its folder belong to it.

    Raises
    ------
    ValueError
        For anything but a file and a function.
    """

    def __init__(self, reference: str) -> None:
        file, _, self.function = reference.rpartition(":")
        if not is_file_reference(reference) or not self.function:
            raise Refusal(f"SCHEME must be file.py:function to be watched, got {reference!r}.")
        self.file = Path(file).expanduser().resolve()
        self.versions: list[Version] = []
        self._looked_for = {self.file.name}  # also what is not there yet
        self._seen: Any = None
        self._last: Any = None
        self._newest = ""

    def changed(self) -> bool:
        """Whether a file is not as it was when it was last read; costs a `stat` of each."""
        return self._stamps() != self._seen

    def look(self) -> Version | None:
        """The version that was just saved; None where nothing changed, or while it is being saved.

        Raises
        ------
        ValueError
            Once, where the file is gone or cannot be read.
        """
        stamps, before = self._stamps(), self._last
        self._last = stamps
        if stamps == self._seen or (stamps != before and self.versions):  # read once it rests
            return None
        try:
            sources = self._sources()
            stamps = self._stamps()  # before the second reading, so that no later save is taken for seen
            time.sleep(_TWICE)
            if sources != self._sources():
                return None
        except (OSError, Refusal) as reason:
            self._seen, self._newest = stamps, ""
            said = str(reason) if isinstance(reason, Refusal) else f"{reason.strerror}."
            raise Refusal(f"{self.file.name} must be a file that can be read: {said}") from None
        self._seen = self._last = stamps
        every = tuple(sorted(sources.items()))
        if (digest := _digest(self.function, every)) == self._newest:
            return None
        self._newest = digest
        found = next((each for each in self.versions if each.content_hash == digest), None)
        if found is None:
            found = Version(str(self.file), self.function, every, len(self.versions) + 1)
            self.versions.append(found)
        return found

    def _stamps(self) -> tuple[tuple[str, int, int] | None, ...]:
        return tuple(_stamp(self.file.parent / path) for path in sorted(self._looked_for))

    def _sources(self) -> dict[str, bytes]:
        """The file, and those beside it that it imports, directly or not."""
        folder, found, left = self.file.parent, dict[str, bytes](), [self.file.name]
        while left:
            if (path := left.pop()) in found:
                continue
            found[path] = file_content(folder / path, _MOST_BYTES)
            for name in filter(self._is_own, _imported(found[path])):
                inside = [folder / f"{name}.py", folder / name / "__init__.py", *sorted((folder / name).rglob("*.py"))]
                self._looked_for |= {str(each.relative_to(folder)) for each in inside}
                left += [str(each.relative_to(folder)) for each in inside if each.is_file()]
        return found

    def _is_own(self, name: str) -> bool:
        """Whether a module of the folder is the user's: neither Python's, nor rffviz, nor imported from elsewhere."""
        if name in sys.stdlib_module_names or name == __name__.partition(".")[0]:
            return False
        place = getattr(sys.modules.get(name), "__file__", None)
        return place is None or Path(place).is_relative_to(self.file.parent)


ADOPTED: list[Version] = []
"""The versions whose schemes are registered, in order."""


def adopt(version: Version) -> OwnScheme:
    """Register the scheme of a version; once."""
    scheme = SAMPLERS.get(version.name)
    if not isinstance(scheme, OwnScheme):
        scheme = version.scheme()
        register(scheme, SAMPLERS)
        ADOPTED.append(version)
    return scheme


def tried(version: Version, kernel: Kernel, d: int, n_freqs: int, seconds: float = 8.0) -> str:
    """Draw from a version: "" or what is wrong with it, a sentence with file and line.

    On POSIX, in the main thread, it ends after so many `seconds` of processor time: a busy machine only takes longer.
    """
    try:
        with _at_most(seconds):
            return _tried(version, kernel, d, n_freqs)
    except _EndlessError as error:
        return version.sentence(error)


def endless(version: Version, limit: str) -> str:
    """That import and first draws took longer than a limit."""
    return f"{version.function} was stopped after {limit}: do its first draws end?"


class _EndlessError(BaseException):
    """Not an Exception, which a user's function may catch."""


@contextlib.contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(*_: object) -> None:
        raise _EndlessError(f"{seconds:g} s of processor time")

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _tried(version: Version, kernel: Kernel, d: int, n_freqs: int) -> str:
    try:
        scheme = version.scheme()
        if reason := scheme.refusal(kernel, d):
            scheme.draw(kernel, d, n_freqs, np.random.default_rng(0), False)  # says where it fails
            return reason
        sample = scheme.draw(kernel, d, n_freqs, np.random.default_rng(0), False)
    except Refusal as error:
        return version.sentence(error)
    return "" if np.isfinite(sample.W).all() else f"{version.function} gives frequencies that are not finite."


def _imported(source: bytes) -> set[str]:
    """First parts of the names that a source imports; none where it cannot be parsed."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return set()
    names = {each.name for node in ast.walk(tree) if isinstance(node, ast.Import) for each in node.names}
    names |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    return {name.split(".")[0] for name in names}


def _stamp(path: Path) -> tuple[str, int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return str(path), found.st_mtime_ns, found.st_size


def _digest(name: str, sources: Sequence[tuple[str, bytes]]) -> str:
    digest = hashlib.sha256(name.encode())
    for path, content in sources:
        digest.update(f"\0{path}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()
