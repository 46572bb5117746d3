"""Odd text, bytes, names and numbers: what a link, a file, the browser or the environment may hold."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import os
import random
import unittest.mock
import zipfile
from collections.abc import Sequence

import numpy as np
from scipy.io import savemat

from rffviz.datasets import DATASETS, Dataset, DatasetUnavailable
from rffviz.datasets.fetching import cache_folder, data_folder
from rffviz.datasets.files import read_content
from rffviz.datasets.uploads import read_csv
from rffviz.diagnose.files import read_frequencies
from rffviz.explorer.web.components.drawing import checked as checked_points
from rffviz.explorer.web.lecture.deck import checked, file_text, link_text, read_file
from rffviz.explorer.web.settings.table import TABLE
from rffviz.explorer.words.scenes import SCENES
from rffviz.features import MAPS, RandomFourierFeatures
from rffviz.features.positive import POSITIVE_MAPS
from rffviz.foundation.names import disarmed, plain
from rffviz.foundation.validation import Refusal
from rffviz.kernels import KERNELS
from rffviz.kernels.formula import TypedFunction
from rffviz.papers import Cell, Measured, Record
from rffviz.papers.results import read as read_results
from rffviz.papers.results import written
from rffviz.samplers import SAMPLERS

PIECES = (
    *("", "0", "1", "-1", "1.5", "1,5", "1e400", "-0", "nan", "inf", "1_0", "0x1", "٣", "9" * 30, "1" * 50 + "x"),
    *(",", ";", "\t", "\n", "\r\n", "\r", " ", '"', '""', "'", "#", "# ", "sep=;", "=", "|", "\\", "/", "..", "%", "~"),
    *("NA", "null", "None", "true", "a", "x1", "weight", "é", "🦊", "\u202e", "\u2028", "\ud800", "\0", "\x1b[31m"),
    *(
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "(" * 60,
        "[" * 60,
        "{" * 60,
        "<b>",
        "![x](http://x.y)",
        "$x$",
        "`",
        "*",
        "**",
        "_",
    ),
    *(
        "r",
        "pi",
        "e",
        "exp(",
        "cos(",
        "sqrt(",
        "max(",
        "<",
        "<=",
        "+",
        "-",
        "·",
        "^",
        "δ",
        "__import__",
        "lambda:",
        ":=",
    ),
    *("http://", "www.x.y", ":smile:", ":material/home:", "a@b.cd", "&lt;", "1.", "---", "own1", "kernel=cauchy", "&"),
    *("\\frac", "\\text{", "\\sqrt", "_{", "^{", "\\big", "\\hat", "\\omega"),
)


def changed(rng: random.Random, text: str) -> str:
    """The text with a few places cut out, doubled, exchanged or filled with something odd."""
    for _ in range(rng.choice((0, 1, 1, 2, 3, 8))):
        at, to = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        to = min(to, at + rng.choice((0, 1, 2, 40)))
        put = rng.choice((rng.choice(PIECES), text[at:to] * 2, "", chr(rng.randrange(0x3000))))
        text = text[:at] + put + text[to:]
    return text


def changed_bytes(rng: random.Random, content: bytes) -> bytes:
    """The bytes with a few of them changed, cut out or doubled."""
    content = bytearray(content)
    for _ in range(rng.choice((0, 1, 1, 2, 5))):
        at = rng.randrange(len(content) + 1)
        match rng.randrange(4):
            case 0:
                content[at : at + 1] = bytes([rng.randrange(256)])
            case 1:
                del content[at : at + rng.choice((1, 4, 100))]
            case 2:
                content[at:at] = rng.choice(PIECES).encode("utf-8", "surrogatepass")
            case 3:
                content[at:at] = content[at : at + rng.choice((1, 8, 100))]
    return bytes(content)


def some(rng: random.Random, most: int = 12) -> str:
    """Odd pieces, one after the other."""
    return "".join(rng.choices(PIECES, k=rng.randrange(most)))


def links(rng: random.Random) -> None:
    """A setting in a link: what is read is written, and read again, as itself."""
    parameter = TABLE[rng.choice(list(TABLE))]
    text = rng.choice((some(rng), changed(rng, parameter.write(parameter.default)), str(rng.gauss(0, 1e3))))
    value = parameter.read(text)
    assert parameter.read(parameter.write(value)) == value, (parameter.name, value)


def csv(rng: random.Random) -> None:
    """A table: two rows of finite numbers at least, and names that are harmless."""
    mark, sign = rng.choice((",", ";", "\t")), rng.choice(".,")
    d = rng.randrange(1, 5)
    rows = [[f"{rng.gauss(0, 10.0 ** rng.randrange(4)):g}".replace(".", sign) for _ in range(d)] for _ in range(6)]
    head = [[rng.choice(("a", "b c", '"q"', some(rng, 3))) for _ in range(d)]] if rng.random() < 0.6 else []
    text = rng.choice(("\n", "\r\n", "\r")).join(mark.join(row) for row in head + rows)
    text = changed(rng, text) if rng.random() < 0.8 else some(rng, 60)
    content = rng.choice((text, text.encode("utf-8", "surrogatepass"), text.encode("latin-1", "replace")))
    name = some(rng, 4)
    _sound(read_csv(content, name, rng.choice((None, None, "a", "x1", some(rng, 3)))))


def files(rng: random.Random) -> None:
    """A file of any kind that is read, damaged: a table as above."""
    d, separator = rng.randrange(1, 5), rng.choice((" ", "  ", " \t", "|", ";", ",", "\t", '","'))
    X = np.random.default_rng(rng.randrange(1000)).standard_normal((6, d))
    rows = [separator.join(map(str, row)) for row in X.tolist()]
    y, file = np.arange(6) % 2, io.BytesIO()
    match rng.randrange(7):
        case 0:
            above = rng.choice(("", "a title\n", "% note\n# note\n", '"",', "0,1,2\n", some(rng)))
            text = above + "\n".join(rows).replace(".", rng.choice(".,"))
            file.write(text.encode(rng.choice(("utf-8", "utf-16", "utf-16-be", "utf-32")), "replace"))
        case 1:
            pairs = (" ".join(f"{j + 1}:{value:g}" for j, value in enumerate(row)) for row in X)
            file.write("\n".join(f"{label} {each}" for label, each in zip(y, pairs, strict=True)).encode())
        case 2:
            names = "".join(f"@attribute {rng.choice(('a', some(rng, 2), chr(39) * 2))} real\n" for _ in range(d))
            file.write(f"@relation r\n{names}@data\n".encode("utf-8", "replace") + "\n".join(rows).encode())
        case 3:
            np.save(file, X)
        case 4:
            np.savez(file, **{rng.choice(("X", "data", "a")): X, rng.choice(("y", "target", "b")): y})
        case _:
            held = {"X": X, "y": y, "s": "text", "c": np.array([1, "a"], dtype=object), "z": {"a": X}}
            held = {name: held[name] for name in rng.sample(list(held), rng.randrange(1, 6))}
            savemat(file, held, do_compression=rng.random() < 0.5)
    content = changed_bytes(rng, file.getvalue())
    content = changed_bytes(rng, gzip.compress(content, mtime=0)) if rng.random() < 0.1 else content
    target, max_rows = rng.choice((None, None, "y", "x1", some(rng, 3))), rng.choice((None, None, 2, 3, 99))
    _sound(read_content(content, some(rng, 4), target, max_rows))


def _sound(found: Dataset) -> None:
    """Two rows of finite numbers at least, and names that are harmless."""
    assert found.n >= 2 and found.d >= 1 and np.isfinite(found.X).all() and len(found.feature_names) == found.d
    for said in (found.label, *found.columns, *found.class_names):
        assert disarmed(said, 1000) == said or said.endswith(")"), said


def npy(rng: random.Random) -> None:
    """A file of frequencies: finite, in rows, with weights that are shares."""
    shape = rng.choice(((4, 2), (5,), (1, 1), (0, 2), (2, 2, 2), (3, 1)))
    W = np.random.default_rng(rng.randrange(1000)).standard_normal(shape).astype(rng.choice(("f8", "f4", ">f8", "i4")))
    file = io.BytesIO()
    match rng.randrange(4):
        case 0:
            np.savez(file, W=W, weights=np.full(len(W), 1 / max(len(W), 1)))
        case 1:
            np.savez_compressed(file, **{rng.choice(("W", "omega", "a/b", "x" * 50)): W})
        case 2:
            with zipfile.ZipFile(file, "w") as archive:
                archive.writestr(rng.choice(("W.npy", "..", "W.npy/")), changed_bytes(rng, b"\x93NUMPY\x01\x00v\x00{}"))
        case _:
            np.lib.format.write_array(file, W, version=rng.choice(((1, 0), (2, 0), (3, 0))))
    content = changed_bytes(rng, file.getvalue())
    found = read_frequencies(content, some(rng, 3), rng.choice((None, None, 2)))
    assert np.isfinite(found.W).all() and found.W.ndim == 2 and len(found.W) and abs(found.weights.sum() - 1) < 1e-6


def formulas(rng: random.Random) -> None:
    """A formula in r: it has a value, perhaps infinite, at every distance."""
    seeds = ("exp(-r**2 / 2)", "max(0, 1 - r)", "r < 1", "sin(r)/r", "exp(-r^1.9)", "1/(1+r·r)", "((((r))))", "9**9**9")
    text = changed(rng, rng.choice(seeds)) if rng.random() < 0.7 else some(rng, 20)
    formula = TypedFunction(text)
    values = formula(np.array([[0.0, 1e-300, 0.5], [1.0, 1e300, 7.0]]))
    assert values.shape == (2, 3) and values.dtype == np.float64
    again = TypedFunction(formula.text)(np.array([0.5, 1.0]))
    assert np.array_equal(again, formula(np.array([0.5, 1.0])), equal_nan=True), formula.text


_OWN = [{"name": "own1", "question": "Why?", "page": "kernel", "query": {"kernel": "cauchy"}, "guess": ["a", "b"]}]


def scenes(rng: random.Random) -> None:
    """A lecture, as a file or in a link: what is read is written, and read again, as itself."""
    held = json.loads(file_text(rng.sample(SCENES, 2)))
    held["scenes"] += json.loads(json.dumps(_OWN))
    place, last = held["scenes"], held["scenes"][-1]
    odd = (None, True, 1, -1.5, [], {}, [[]], {"a": 1}, some(rng, 6), "x" * 3000, [some(rng, 2)] * rng.randrange(9))
    match rng.randrange(5):
        case 0:
            last[rng.choice((*last, "notes", "formula", "look", "after", "more"))] = rng.choice(odd)
        case 1:
            last["query"] = {rng.choice((*TABLE, "x")): rng.choice(odd)}
        case 2:
            place.insert(rng.randrange(3), rng.choice((*odd, "cost", "cost")))
        case 3:
            held[rng.choice(("format", "version", "scenes"))] = rng.choice(odd)
        case _:
            last["formula"] = some(rng, 8)
    if rng.random() < 0.5:
        text = json.dumps(held, ensure_ascii=rng.random() < 0.5)
        text = changed(rng, text) if rng.random() < 0.5 else text
        found = read_file(text.encode("utf-8", "surrogatepass"))
        assert read_file(file_text(found).encode()) == found
        return
    try:
        text = link_text(checked(held["scenes"]))
    except Refusal:
        text = link_text(checked(_OWN))
    found = TABLE["deck"].read(changed(rng, text))
    assert TABLE["deck"].read(TABLE["deck"].write(found)) == found


def results(rng: random.Random) -> None:
    """A file of measured cells: what is read is written, and read again, as itself."""
    record = Record(Cell("table2", some(rng, 3), "MC", rng.randrange(99), rng.random()))
    for seed in range(rng.randrange(4)):
        record = record.plus(seed, Measured(rng.gauss(0, 1), rng.random(), {"d": 3}, {some(rng, 2): seed}))
    text = written([record, Record(record.cell).plus(0, some(rng))])
    found, problems = read_results(changed_bytes(rng, text.encode("utf-8", "replace")), "results")
    assert all(each.startswith("results, line ") for each in problems)
    assert read_results(written(found.values()).encode(), "results") == (found, ())


def points(rng: random.Random) -> None:
    """Points that the browser sent: three numbers each, or none."""
    sent = changed(rng, json.dumps([[rng.gauss(0, 2), 0.5, rng.choice((1, -1))] for _ in range(rng.randrange(4))]))
    for x, y, kind in checked_points(sent):
        assert np.isfinite([x, y]).all() and kind in (-1, 1)


def names(rng: random.Random) -> None:
    """A name or a question, to be shown as text."""
    text = some(rng)
    assert disarmed(disarmed(text)) == disarmed(text) and len(disarmed(text)) <= 40 and "\n" not in plain(text)


_VARIABLES = ("RFFVIZ_DATA", "RFFVIZ_CACHE", "XDG_CACHE_HOME", "HOME")


def environment(rng: random.Random) -> None:
    """Variables that name folders: they are there, or a dataset is not, which is said."""
    places = ("", " ", "~", "~nobody-here", "/nowhere", "/dev/null", "x" * 5000, ".", "//", some(rng, 5))
    put = {name: rng.choice(places).replace("\0", "").replace("\ud800", "\udc80") for name in rng.sample(_VARIABLES, 3)}
    with unittest.mock.patch.dict(os.environ, put):
        for name in rng.sample(_VARIABLES, 1):
            if rng.random() < 0.3:
                os.environ.pop(name, None)
        data_folder(), cache_folder()
        entry = rng.choice([each for each in DATASETS.values() if each.kind == "paper"])
        where = entry.availability()
        assert where in ("RFFVIZ_DATA", "cache", "memory", "download", "missing")
        if where in ("download", "missing"):
            with contextlib.suppress(DatasetUnavailable):
                entry.loader(allow_download=False)
                raise AssertionError("data from nowhere")


def hard_points(rng: random.Random, d: int, sizes: Sequence[int] = (1, 2, 3, 6)) -> np.ndarray:
    """A few points of d coordinates, of one of the kinds that floats find hard."""
    n = rng.choice(sizes)
    X = np.random.default_rng(rng.randrange(10**6)).standard_normal((n, d))
    match rng.randrange(8):
        case 0:
            X[:] = X[0]
        case 1:
            X[:] = 0.0
        case 2:
            X *= 10.0 ** rng.uniform(-6, 6)
        case 3:
            X *= 10.0 ** rng.uniform(100, 307)
        case 4:
            X[:] = 1.7e308 * np.sign(X)
        case 5:
            X = X * 5e-324 + 5e-324
        case 6:
            X[:, 0] *= 10.0 ** rng.uniform(-300, 300)
    return X.astype(np.float32) if rng.random() < 0.2 and np.abs(X).max() < 1e38 else X


def numbers(rng: random.Random, kernel: str = "", scheme: str = "") -> None:
    """Kernel, scheme, map, sizes, length scale and points: finite numbers within their bounds, and no warning."""
    d = rng.choice((1, 1, 2, 2, 3, 5, 10, 40) if rng.random() < 0.97 else (300, 2000))
    kind = KERNELS[kernel or rng.choice(list(KERNELS))]
    shape = {each.name: rng.choice((0.5, 1.5, 2.5, 10.0 ** rng.uniform(-0.3, 0.6))) for each in kind.shape_parameters}
    k = kind(length_scale=10.0 ** rng.choice((rng.uniform(-6, 6), -6, 6, 0)), **shape)
    X, scheme = hard_points(rng, d), scheme or rng.choice(list(SAMPLERS))
    asked = {"n_freqs": rng.choice((1, 2, 3, 8, 33)), "random_state": rng.randrange(100)}
    features = RandomFourierFeatures(k, sampler=scheme, map=rng.choice((*MAPS, *POSITIVE_MAPS)), **asked)
    Z = features.fit_transform(X)
    assert np.isfinite(features.frequencies_).all() and np.isfinite(Z).all(), features
    if features.map == "paired":
        assert np.allclose((Z.astype(float) ** 2).sum(axis=1), features.weights_.sum(), rtol=1e-5)
    K = k(X)
    assert np.isfinite(K).all() and (np.abs(K) <= 1 + 1e-9).all() and np.allclose(np.diag(K), 1), k
