"""A line for each version that is saved, and what changed since the one before."""

import multiprocessing
import threading
from dataclasses import replace

import numpy as np
import pytest

from rffviz.diagnose import compare, diagnose
from rffviz.diagnose.changes import changes
from rffviz.diagnose.watch import lines
from rffviz.kernels import Gaussian
from rffviz.samplers.versions import Watched

KERNEL, D, N = Gaussian(length_scale=1.5), 4, 64
ASKED = {"kernel": KERNEL, "d": D, "n_freqs": N, "seeds": 40}
RIGHT = """import numpy as np
def mine(kernel, d, n_freqs, rng):
    return rng.standard_normal((n_freqs, d)) / kernel.length_scale
"""


def right(kernel, d, n_freqs, rng):
    return rng.standard_normal((n_freqs, d)) / kernel.length_scale


def other_stream(kernel, d, n_freqs, rng):
    return rng.standard_normal((d, n_freqs)).T / kernel.length_scale


def wide(kernel, d, n_freqs, rng):
    return 2**0.5 * right(kernel, d, n_freqs, rng)


def said(scheme, before):
    return changes(diagnose(scheme, **ASKED), diagnose(before, **ASKED), compare(scheme, before, **ASKED), "version 1")


@pytest.mark.release
def test_what_changed_is_what_two_reports_and_their_comparison_say():
    assert said(right, right) == "Same frequencies as version 1."
    assert said(other_stream, right).startswith("Same distribution as version 1, error ")
    lost, mended = said(wide, right), said(right, wide)
    assert lost.startswith("New errors: Norms") and "Different distribution from version 1" in lost
    assert mended.startswith("Mended: Norms") and "New error" not in mended
    fixed = said(lambda kernel, d, n_freqs, rng: right(kernel, d, n_freqs, np.random.default_rng(0)), right)
    assert fixed.startswith("New error: Reproducibility") and "distribution" not in fixed
    comparison = compare(wide, right, **ASKED)
    assert f"error {np.sqrt(comparison.ratio):.2f}× [{np.sqrt(comparison.low):.2f}, " in lost
    assert changes(diagnose(right, **ASKED), None, None, "") == ""
    unsure = replace(comparison, low=float("nan"), high=float("nan"))
    assert changes(diagnose(right, **ASKED), None, unsure, "version 1").endswith(
        f"error {np.sqrt(comparison.ratio):.2f}×."
    )


@pytest.mark.release
def test_each_save_is_a_line_and_what_does_not_end_is_one_too(tmp_path):
    file = tmp_path / "schemes.py"
    file.write_text(RIGHT)
    found = lines(Watched(f"{file}:mine"), ASKED)
    saves = {
        "version 1: No problems found.": RIGHT.replace("return ", "return 2**.5 * "),
        "version 2: Error in norms": RIGHT + "def (:\n",
        "version 3: schemes.py, line 4: SyntaxError": RIGHT.replace("    return", "    while True: pass\n    return"),
        "version 4: schemes.py, line 3: mine was stopped after 8 s of processor time: do its first draws end?": RIGHT
        + "# mended\n",
        "Mended: Norms": "",
        "schemes.py must be a file that can be read": RIGHT,
        "version 1: No problems found. Same frequencies as version 5.": RIGHT,
    }
    for words, then in saves.items():
        assert words.lower() in next(found).lower()
        if then:
            file.write_text(then)
        else:
            file.unlink()
    assert multiprocessing.active_children() == []


@pytest.mark.release
def test_a_further_save_drops_what_is_being_examined(tmp_path):
    file = tmp_path / "schemes.py"
    file.write_text(RIGHT.replace("    return", "    import time; time.sleep(60)\n    return"))
    found = lines(Watched(f"{file}:mine"), ASKED)
    timer = threading.Timer(1.0, file.write_text, args=(RIGHT,))
    timer.start()
    assert "version 2: No problems found." in next(found)
