"""`python -m rffviz diagnose`: a report or a comparison in a terminal, the exit status for a test suite, refusals."""

import json

import numpy as np
import pytest

from rffviz.__main__ import main

SCHEMES = """
def right(kernel, d, n_freqs, rng):
    return kernel.sample(n_freqs, d, rng)

def long(kernel, d, n_freqs, rng):
    return 1.4142 * kernel.sample(n_freqs, d, rng)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "of_mine.py").write_text(SCHEMES)
    np.savetxt(tmp_path / "rows.csv", np.random.default_rng(3).standard_normal((256, 3)) / 1.5, delimiter=",")
    (tmp_path / "other.mat").write_bytes(b"MATLAB 5.0 MAT-file" + bytes(200))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def asked(*arguments):
    return main(["diagnose", *arguments, "-d", "3", "-n", "128", "--seeds", "30"])


@pytest.mark.slow
def test_the_status_says_whether_a_scheme_is_right(folder, capsys):
    assert asked("of_mine:right") == 0
    assert "No problems found" in capsys.readouterr().out
    assert asked("of_mine:long", "--json") == 1
    report = json.loads(capsys.readouterr().out)
    assert not report["ok"] and {"radius", "scale"} <= {
        each["diagnostic"] for each in report["verdicts"] if each["status"] == "fault"
    }
    assert asked("rows.csv") == 0


@pytest.mark.slow
def test_a_function_of_a_file_without_its_length_scale(folder, capsys):
    """At the command's own kernel, and at ℓ = 1, where it is exact."""
    (folder / "plain.py").write_text("def plain(kernel, d, n_freqs, rng):\n    return rng.normal(size=(n_freqs, d))\n")
    assert asked("plain.py:plain") == 1 and "an extra factor ℓ?" in capsys.readouterr().out
    assert asked("plain.py:plain", "--length-scale", "1") == 1
    said = capsys.readouterr().out
    assert "an extra factor ℓ? Found at ℓ = 1.7; at ℓ = 1 no error is found." in said and "Error at ℓ = 1.7 in" in said


@pytest.mark.release
def test_a_kernel_of_ones_own_is_typed(folder, capsys):
    assert asked("of_mine:right", "--kernel", "formula", "--profile", "exp(-r**1.5)") == 0
    assert asked("of_mine:long", "--kernel", "formula", "--profile", "exp(-r**1.5)") == 1
    with pytest.raises(SystemExit):
        asked("of_mine:right", "--kernel", "formula", "--profile", "max(0, 1 - r)")
    assert "kernel must be positive definite in 3 dimensions" in capsys.readouterr().err


@pytest.mark.release
def test_the_status_says_whether_the_law_is_that_of_the_reference(folder, capsys):
    assert asked("of_mine:right", "--against", "orthogonal") == 0
    assert "A: right, B: orthogonal" in capsys.readouterr().out
    assert asked("of_mine:long", "--against", "of_mine:right", "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert not found["same"] and found["mean_square_error_ratio"] > 1
    assert asked("of_mine:right", "--against", "rows.csv") == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nonsense"], "SCHEME must be a name"),
        (["of_mine:missing"], "missing"),
        (["of_mine:right", "--against", "nonsense"], "SCHEME must be a name"),
        (["nowhere.csv"], "must be a file that can be read"),
        (["of_mine:right", "--seeds", "2"], "seeds must be"),
        (["of_mine:right", "--seeds", "2,2,3"], "seeds must be different"),
        (["of_mine.py"], "SCHEME must name the function, as of_mine.py:FUNCTION"),
        (["of_mine.py:rihgt"], "must name a function of of_mine.py, got 'rihgt'; did you mean 'right'?"),
        (["other.mat"], "other.mat"),
        (["orthognal"], "got 'orthognal'; did you mean 'orthogonal'?"),
    ],
)
def test_what_cannot_be_read_ends_with_a_sentence(folder, capsys, arguments, words):
    with pytest.raises(SystemExit) as stopped:
        main(["diagnose", "-d", "3", *arguments])
    assert stopped.value.code == 2 and words in capsys.readouterr().err


@pytest.mark.slow
def test_the_smallest_case_is_printed_as_a_test(folder, capsys):
    assert asked("of_mine:long", "--smallest") == 1
    said = capsys.readouterr().out
    assert "Smallest case: d = 1, n = " in said and "\ndef test_long_at_its_smallest():\n" in said
    assert "    from of_mine import long\n" in said and said.rstrip().endswith("assert report.ok, report")
    with pytest.raises(SystemExit):
        asked("of_mine:long", "--smallest", "--against", "of_mine:right")
    assert "--smallest must go without --against" in capsys.readouterr().err
