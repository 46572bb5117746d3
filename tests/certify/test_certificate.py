"""How many frequencies a table needs: the record against the library's parts, and the command that prints it."""

import json
import re
import subprocess
import sys

import numpy as np
import pytest
from sklearn.datasets import load_diabetes

from rffviz.__main__ import main
from rffviz.certify import certificate, certify
from rffviz.certify.certificate import MAX_POINTS
from rffviz.features import RandomFourierFeatures
from rffviz.foundation.validation import Refusal
from rffviz.kernels import KERNELS, Gaussian, Laplacian
from rffviz.measure import METRICS, bootstrap_error
from rffviz.theory import frequencies_needed, frequencies_needed_on_pairs

X = load_diabetes().data[:90]
X = (X - X.mean(axis=0)) / X.std(axis=0)


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "points.csv"
    rows = [",".join(map(repr, map(float, row))) for row in np.column_stack([3 * X + 5, X[:, 0] ** 2])]
    names = ",".join([*(f"c{i}" for i in range(X.shape[1])), "answer"])
    path.write_text("\n".join([names, *rows]) + "\n", encoding="utf-8")
    return path


@pytest.mark.slow
@pytest.mark.parametrize("map", ["paired", "offset"])
@pytest.mark.parametrize("kernel", [Gaussian(4.0), Laplacian(10.0)])
def test_record_is_what_its_parts_say(kernel, map):
    found = certify(X, kernel, 0.25, 0.9, map, random_state=4)
    by_name = {each.name: each for each in found.guarantees}
    for name in ("hoeffding", "bernstein", "cramer"):
        assert by_name[name].n_freqs == frequencies_needed_on_pairs(name, 0.25, kernel, X, 0.9, map)
        assert by_name[name].on == "pairs"
    assert ("rahimi_recht" in by_name) == (map == "paired")
    diameter = max(np.linalg.norm(x - y) for x in X for y in X)
    assert found.diameter.value == pytest.approx(diameter)
    uniform = by_name["sutherland_schneider"].n_freqs
    assert uniform == frequencies_needed("sutherland_schneider", 0.25, 10, found.sigma_p, diameter, 0.9, map=map)
    assert found.guaranteed == by_name["cramer"].n_freqs < by_name["hoeffding"].n_freqs < uniform
    pilot = RandomFourierFeatures(kernel, min(500, found.guaranteed), map=map, random_state=4).fit(X)
    assert found.estimate == bootstrap_error(pilot, X, "sup", 0.9, random_state=4).frequencies_needed(0.25)
    assert found.estimate < found.guaranteed


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_what_is_measured_is_within_epsilon_and_repeats(seed):
    found = certify(X, Gaussian(4.0), 0.2, random_state=seed)
    Z = RandomFourierFeatures(Gaussian(4.0), found.n_freqs, random_state=seed).fit_transform(X).astype(float)
    assert METRICS["sup"].of(Z @ Z.T, Gaussian(4.0)(X)) == pytest.approx(found.error, rel=1e-4)
    assert found.error <= 0.2 and found.tried[-1] == (found.n_freqs, found.error)
    assert found.tried[0][0] == found.estimate and all(error > 0.2 for _, error in found.tried[:-1])


@pytest.mark.release
def test_command_as_json_and_its_script(table, capsys):
    asked = ["certify", str(table), "--target", "answer", "--epsilon", "0.3", "--random-state", "3"]
    assert main([*asked, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["n_points"], said["d"], said["kernel"], said["map"]) == (90, 10, "gaussian", "paired")
    assert said["length_scale_by"] == "median heuristic" and "Columns are standardised." in said["notes"]
    found = certify(X, Gaussian(said["length_scale"]), 0.3, random_state=3)
    assert said["guaranteed_n_freqs"] == found.guaranteed and said["bootstrap_n_freqs"] == found.estimate
    assert [each["theorem"] for each in said["guarantees"]] == [each.name for each in found.guarantees]
    assert said["draw"]["n_freqs"] == found.n_freqs and said["draw"]["random_state"] == 3
    printed = subprocess.run([sys.executable, "-c", said["script"]], capture_output=True, text=True, check=True).stdout
    assert float(printed.split(": ")[1]) == pytest.approx(said["draw"]["largest_error"], abs=1e-6)


def test_command_in_words(table, capsys):
    options = ["--epsilon", "0.4", "--kernel", "laplacian", "--length-scale", "9", "--points", "40", "--raw"]
    assert main(["certify", str(table), *options]) == 0
    words = capsys.readouterr().out
    assert "40 points in 11 dimensions" in words and "length scale 9 (given), paired map" in words
    assert "A random part of 40 of the 90 points is looked at." in words and "standardised" not in words
    assert re.search(r"Rahimi & Recht +no number is enough", words)
    assert re.search(r"Cramér \(exact Chernoff\) +[\d,]+\n", words)
    assert "estimated from one draw (bootstrap; not guaranteed)" in words
    assert "X = X[choose_rows(len(X), 40, 0)]" in words and "kernel = Laplacian(length_scale=9.0)" in words


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--epsilon", "2"], "epsilon must be below 2, which no error of the paired map exceeds, got 2.0"),
        (["--epsilon", "0"], "epsilon must be a finite number above 0"),
        (["--epsilon", "0.002"], "epsilon must be larger, so that a draw can be measured"),
        (["--confidence", "1"], "confidence must be"),
        (["--length-scale", "-1"], "length_scale must be"),
        (["--target", "price"], "target must be one of the columns"),
        (["--points", "1"], "points must be a whole number of at least 2"),
        (["--random-state", "-1"], "random_state must be"),
    ],
)
def test_command_refuses_in_one_sentence(table, capsys, options, words):
    with pytest.raises(SystemExit) as stopped:
        main(["certify", str(table), *options])
    assert stopped.value.code == 2
    assert words in " ".join(capsys.readouterr().err.split())


@pytest.mark.slow
def test_command_takes_the_name_of_a_dataset(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    asked = ["certify", "iris", "--points", "40", "--epsilon", "0.5"]
    assert main(asked) == 0
    words = capsys.readouterr().out
    assert "iris: 40 points in 4 dimensions" in words and "X = load('iris').X" in words
    assert "from rffviz.datasets import choose_rows, load, standardize" in words
    for more, said in ((["--target", "y"], "target must be left out"), ([], "did you mean 'iris'?")):
        with pytest.raises(SystemExit):
            main([*asked, *more] if more else ["certify", "iriss"])
        assert said in " ".join(capsys.readouterr().err.split())
    (tmp_path / "iris").write_text("a b\n" + "".join(f"{i} {i * i % 7}\n" for i in range(20)))
    assert main(asked) == 0 and "20 points in 2 dimensions" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "FILE must be a file that can be read"),
        ("", "must hold a table of numbers, got an empty file"),
        ("a,b\n" + "1,2\n" * 5, "X must vary in at least one column"),
        ("a,b\n" + "".join(f"{i},{i % 7}\n" for i in range(MAX_POINTS + 1)), "FILE must hold at most 10,000 points"),
    ],
)
def test_command_refuses_tables(tmp_path, capsys, content, words):
    path = tmp_path / "table.csv"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(SystemExit) as stopped:
        main(["certify", str(path)])
    assert stopped.value.code == 2
    assert words in " ".join(capsys.readouterr().err.split())


def test_record_refuses():
    with pytest.raises(Refusal, match="at least two distinct points"):
        certify(np.ones((5, 2)), Gaussian())
    with pytest.raises(Refusal, match="X must hold at most 10000 points"):
        certify(np.zeros((MAX_POINTS + 1, 1)), Gaussian())
    with pytest.raises(Refusal, match="map must be one of paired, offset, got 'positive'"):
        certify(X, Gaussian(), map="positive")


@pytest.mark.parametrize("length", [1e-150, 1e-13, 1e14, 1e150])
def test_a_length_scale_that_does_not_tell_the_points_apart_is_refused(length):
    with pytest.raises(Refusal, match=r"^length_scale must be from .* for points of diameter .* got 1e"):
        certify(X, Gaussian(length))


@pytest.mark.parametrize("length", [1e-300, 1e-160, 1e160])
def test_a_length_scale_whose_square_is_no_number_is_refused_by_every_kernel(length):
    for kind in KERNELS.values():
        with pytest.raises(Refusal, match=r"^length_scale must be from 1e-150 to 1e\+150, whose squares"):
            kind(length_scale=length)
        for edge in (1e-150, 1e150):
            kernel = kind(length_scale=edge)
            assert kernel.second_moment(3) >= 0 and np.isfinite(kernel.sample(5, 3, np.random.default_rng(0))).all()


@pytest.mark.slow
def test_draws_end_where_no_number_of_frequencies_is_enough(monkeypatch):
    asked = []
    monkeypatch.setattr(certificate, "largest_error", lambda features, X, kernel: asked.append(features.n_freqs) or 0.5)
    with pytest.raises(Refusal, match=r"^epsilon must be larger, so that a draw of at most 100000 frequencies"):
        certify(X, Gaussian(2.0), epsilon=0.2)
    assert asked[-1] == 100_000 and len(asked) < 100
