"""Versions of a scheme in a file: each runs from what was read, and what is wrong is said with file and line."""

import pickle
import re
import sys
from itertools import count

import numpy as np
import pytest

from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian
from rffviz.samplers import SAMPLERS
from rffviz.samplers.versions import ADOPTED, Watched, adopt, tried

RIGHT = """import numpy as np
from beside_it import FACTOR
def mine(kernel, d, n_freqs, rng):
    return FACTOR * rng.standard_normal((n_freqs, d)) / kernel.length_scale
"""
KERNEL = Gaussian(length_scale=1.5)


@pytest.fixture
def saved(tmp_path):
    """What is seen after a file was written, once it rests."""
    (tmp_path / "beside_it.py").write_text("FACTOR = 1.0\n")
    file = tmp_path / "schemes.py"
    file.write_text(RIGHT)
    watched = Watched(f"{file}:mine")

    def save(content=None, name="schemes.py"):
        if content is not None:
            (tmp_path / name).write_text(content)
        found = [watched.look() for _ in range(3)]
        return next(filter(None, found), None)

    save.watched, save.file = watched, file
    return save


def frequencies(version):
    return version.scheme().draw(KERNEL, 3, 500, np.random.default_rng(0), False).W


def test_a_version_stays_what_it_was_when_its_file_or_one_beside_it_changes(saved):
    first = saved()
    second = saved("FACTOR = 2.0\n", "beside_it.py")
    third = saved(RIGHT.replace("FACTOR *", "3 *"))
    W = frequencies(first)
    np.testing.assert_array_equal(frequencies(second), 2 * W)
    np.testing.assert_allclose(frequencies(third), 3 * W)
    np.testing.assert_array_equal(frequencies(first), W)
    assert [each.number for each in (first, second, third)] == [1, 2, 3]
    assert len({each.name for each in (first, second, third)}) == 3


@pytest.mark.slow
def test_nothing_is_new_until_something_changes_and_old_content_is_the_old_version(saved):
    first = saved()
    assert saved() is None and not saved.watched.changed()
    assert saved(RIGHT) is None  # written again
    second = saved(RIGHT.replace("FACTOR *", "2 *"))
    assert saved(RIGHT) is first and first is not second


def test_a_file_that_is_gone_is_told_once_and_its_return_is_seen(saved):
    first = saved()
    saved.file.unlink()
    with pytest.raises(Refusal, match=r"^schemes.py must be a file that can be read: No such file"):
        saved()
    assert saved() is None
    assert saved(RIGHT) is first


def test_a_file_that_is_too_large_is_told_once(saved):
    saved()
    with pytest.raises(Refusal, match=r"^schemes\.py must be a file that can be read: "):
        saved("#" * 2**21)
    assert saved() is None
    assert saved(RIGHT).number == 1


def test_a_scheme_is_registered_and_pickled_as_the_version_that_it_is(saved):
    first = saved()
    scheme = adopt(first)
    try:
        saved(RIGHT.replace("FACTOR *", "2 *"))
        assert SAMPLERS[first.name] is scheme is adopt(first) and ADOPTED.count(first) == 1
        again = pickle.loads(pickle.dumps(scheme))
        assert again.name == first.name == pickle.loads(pickle.dumps(first)).name
        assert scheme.label == "Mine, version 1" and scheme.reference == f"{saved.file}:mine"
    finally:
        del SAMPLERS[first.name]
        ADOPTED.remove(first)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (("def mine", "def mine("), r"^schemes.py, line 3: SyntaxError: "),
        (("FACTOR *", "factor *"), r"^schemes.py, line 4: NameError: name 'factor' is not defined"),
        (("beside_it", "not_there_at_all"), r"^schemes.py, line 2: ModuleNotFoundError: "),
        (("def mine", "def ine"), r"^sampler must name a function of schemes.py, got 'mine'; did you mean 'ine'\?$"),
        (("import numpy as np", "\0"), r"^schemes.py: SyntaxError: source code"),
        (("FACTOR *", "None if True else"), r"^the function returned None: does it end without return\?$"),
        (
            ("    return", "    raise KeyError('a word ' * 99)\n    return"),
            r"^schemes.py, line 4: KeyError: .{390,402} …$",
        ),
        (("import numpy as np", "raise SystemExit(3)"), r"^schemes.py, line 1: SystemExit: 3"),
        (("(n_freqs, d)", "(d, n_freqs)"), r"^The sampler mine must give frequencies of shape \(8, 3\)"),
        (("FACTOR *", "np.nan *"), r"^W must be finite, got nan in row 0"),
        (
            ("    return", "    raise ValueError('d must be 2.')\n    return"),
            r"^schemes.py, line 4: ValueError: d must",
        ),
        (("FACTOR *", "1.0 *"), r"^$"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_line(saved, changed, said):
    saved()
    version = saved(RIGHT.replace(*changed))
    problem = tried(version, KERNEL, 3, 8)
    assert re.search(said, problem), problem


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no timer of processor time there")
def test_what_does_not_end_is_given_up_even_if_it_catches_everything(saved):
    saved()
    loop = "    while True:\n        try:\n            pass\n        except Exception:\n            pass\n    return"
    version = saved(RIGHT.replace("    return", loop))
    said = r"schemes\.py, line [4-8]: mine was stopped after 0\.05 s of processor time: do its first draws end\?"
    assert re.fullmatch(said, tried(version, KERNEL, 3, 8, seconds=0.05))
    assert tried(saved(RIGHT), KERNEL, 3, 8) == ""


def test_a_file_beside_it_that_comes_later_is_seen(saved):
    saved()
    first = saved(RIGHT.replace("beside_it", "comes_later"))
    assert "ModuleNotFoundError" in tried(first, KERNEL, 3, 8)
    second = saved("FACTOR = 1.0\n", "comes_later.py")
    assert second.number == 3 and tried(second, KERNEL, 3, 8) == ""


@pytest.mark.slow
def test_a_save_between_two_readings_is_not_lost(saved, monkeypatch):
    """What is written once the file was read is the next version, whichever moment of the look it meets."""
    watched, contents = saved.watched, (f"{RIGHT}# {k}\n" for k in count())
    for moment in ("_stamps", "_sources"):
        for call in (1, 2, 3):
            left, there = [call], getattr(Watched, moment)

            def meddled(self, left=left, there=there):
                found = there(self)
                left[0] -= 1
                if left[0] == 0:
                    saved.file.write_text(next(contents))
                return found

            saved.file.write_text(next(contents))
            with monkeypatch.context() as patch:
                patch.setattr(Watched, moment, meddled)
                for _ in range(3):
                    watched.look()
            for _ in range(3):
                watched.look()
            assert dict(watched.versions[-1].sources)["schemes.py"] == saved.file.read_bytes(), (moment, call)


def test_of_the_folder_of_a_clone_the_library_is_no_part(saved):
    """A scheme beside rffviz that imports it gets the one that runs, whose kernels it is given."""
    inside = saved.file.parent / "rffviz"
    inside.mkdir()
    (inside / "__init__.py").write_text("raise RuntimeError('another one')\n")
    (saved.file.parent / "json.py").write_text("raise RuntimeError('not this')\n")
    own = "import json\nfrom rffviz import Gaussian\n" + RIGHT
    version = saved(own.replace("    return", "    assert isinstance(kernel, Gaussian)\n    return"))
    assert [path for path, _ in version.sources] == ["beside_it.py", "schemes.py"]
    assert tried(version, KERNEL, 3, 8) == ""


def test_an_error_in_a_file_beside_it_names_that_file(saved):
    saved()
    version = saved("FACTOR = 1.0\n\nraise RuntimeError('not yet')\n", "beside_it.py")
    assert tried(version, KERNEL, 3, 8) == "beside_it.py, line 3: RuntimeError: not yet"


def test_a_version_is_kept_beside_its_file_and_never_over_another(saved):
    version = saved()
    saved(RIGHT.replace("FACTOR *", "2 *"))
    kept = version.keep()
    assert kept.read_text() == RIGHT and kept.parent == saved.file.parent and version.keep() == kept
    kept.write_text("mine\n")
    with pytest.raises(Refusal, match="not overwritten"):
        version.keep()
    assert kept.read_text() == "mine\n"


@pytest.mark.parametrize("reference", ["module:function", "file.py", "monte_carlo", "file.py:"])
def test_only_a_function_of_a_file_is_watched(reference):
    with pytest.raises(Refusal, match=r"must be file\.py:function"):
        Watched(reference)
