"""What comes from outside, whatever it is, is read as promised or refused in a sentence: the readers' properties."""

import io
import json
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from rffviz.certify.certificate import certify
from rffviz.datasets.uploads import read_csv
from rffviz.diagnose import diagnose, read_frequencies
from rffviz.explorer.web.components.drawing import checked as checked_points
from rffviz.explorer.web.lecture.deck import GROUP, checked, file_text, link_text, read_file
from rffviz.explorer.web.settings.parameters import Unusable
from rffviz.explorer.web.settings.table import TABLE
from rffviz.explorer.words.scenes import SCENES, Scene
from rffviz.foundation.validation import Refusal
from rffviz.kernels import FormulaKernel, Gaussian
from rffviz.kernels.formula import TypedFunction

quickly = settings(max_examples=60, deadline=None)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
NUMBERS = st.floats(-1e99, 1e99, allow_subnormal=True)
FREQUENCIES = arrays.arrays(
    st.sampled_from(["<f8", ">f8", "<f4", "<i4", "<u2"]), arrays.array_shapes(min_dims=1, max_dims=2, max_side=6)
)


def one_sentence(read, *given):
    """What `read` gives; where it refuses, it is one sentence and None."""
    try:
        return read(*given)
    except Refusal as refusal:
        said = str(refusal)
        assert said.isprintable() and said and (isinstance(refusal, Unusable) or said.endswith("."))
        return None


@pytest.mark.release
@quickly
@given(st.sampled_from(sorted(TABLE)), st.text(max_size=40))
def test_a_setting_is_read_as_it_is_written_or_refused(name, text):
    parameter = TABLE[name]
    value = one_sentence(parameter.read, text)
    assert value is None or parameter.read(parameter.write(value)) == value


@pytest.mark.slow
@quickly
@given(st.integers(0, 10**25), st.floats())
def test_a_number_in_a_link_lies_in_its_range(whole, number):
    for name, text in (("n_freqs", str(whole)), ("length_scale", repr(number))):
        value = one_sentence(TABLE[name].read, text)
        assert value is None or TABLE[name].low <= value <= TABLE[name].high


@pytest.mark.release
@quickly
@given(
    st.integers(2, 4).flatmap(lambda d: st.lists(st.lists(NUMBERS, min_size=d, max_size=d), min_size=2, max_size=6)),
    st.sampled_from([(",", "."), (";", "."), (";", ","), ("\t", ",")]),
)
def test_a_table_of_numbers_is_read_to_the_last_digit(rows, signs):
    mark, sign = signs
    lines = [mark.join(repr(value).replace(".", sign) for value in row) for row in rows]
    head = mark.join(f"a{column}" for column in range(len(rows[0])))
    np.testing.assert_array_equal(read_csv("\n".join([head, *lines])).X, rows)


@pytest.mark.release
@quickly
@given(st.binary(max_size=200), st.text(max_size=20))
def test_any_bytes_are_a_table_or_none(content, name):
    for read in (read_csv, read_frequencies):
        one_sentence(read, content, name)
    one_sentence(read_file, content)


@pytest.mark.release
@quickly
@given(FREQUENCIES)
def test_an_array_is_read_bit_by_bit_or_refused(W):
    file = io.BytesIO()
    np.save(file, W)
    found = one_sentence(read_frequencies, file.getvalue())
    if np.isfinite(W).all() and np.abs(W.astype(float)).max() < 1e100:
        np.testing.assert_array_equal(found.W, W.reshape(len(W), -1))
    elif not np.isfinite(W).all():
        assert found is None


@pytest.mark.release
@quickly
@given(st.text("r1.e+-*/^()<= maxcosexpπδ,", max_size=30) | st.text(max_size=15))
def test_a_formula_has_a_value_everywhere_or_is_refused(text):
    formula = one_sentence(TypedFunction, text)
    if formula is not None:
        r = np.array([0.0, 0.5, 1e200])
        assert formula(r).shape == (3,)
        np.testing.assert_array_equal(TypedFunction(formula.text)(r), formula(r))


@pytest.mark.parametrize("text", ["2r", "2exp(r)", "0x10 * r", "1or r", "1_0", "3j", "1e", "1e5or 1", ".5if r"])
def test_a_number_that_runs_into_a_letter_is_refused_before_python_warns_of_it(text):
    with warnings.catch_warnings(record=True) as said, pytest.raises(Refusal, match="a number and a letter without"):
        warnings.simplefilter("always")
        TypedFunction(text)
    assert not said
    assert TypedFunction("1e3 * r + .5e-1")([0.0]) == [0.05]


@pytest.mark.release
@pytest.mark.filterwarnings("error")
def test_hostile_tables_and_formulas_give_no_warning():
    X = np.random.default_rng(0).standard_normal((30, 2))
    diagnose(X * [1e99, 1e-99], Gaussian(), 2)  # powers of a coordinate that underflow
    diagnose("monte_carlo", FormulaKernel(profile="cos(r)"), 1, 16, seeds=3)  # estimates have no variance
    with pytest.raises(Refusal, match=r"^kernel must be positive definite in 2 dimensions"):  # before any theorem
        certify(X, FormulaKernel(profile="1-r"), 0.5)


@pytest.mark.release
@quickly
@given(JSON)
def test_any_json_is_a_lecture_or_none(data):
    one_sentence(checked, data)
    one_sentence(read_file, json.dumps({"format": "rffviz lecture", "version": 1, "scenes": data}).encode())
    one_sentence(checked, [{"name": "own1", "question": "Why?", "page": "kernel", "query": data, "guess": data}])
    assert isinstance(checked_points(json.dumps(data)), list)


TEXT = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=40)


@pytest.mark.release
@quickly
@given(TEXT, TEXT, st.lists(TEXT, max_size=3, unique=True), st.integers(1, 4096), st.sampled_from(SCENES))
def test_a_lecture_survives_its_file_and_its_link(question, reveal, votes, n_freqs, other):
    own = Scene("own1", question, GROUP, "kernel", {"n_freqs": str(n_freqs)}, "", reveal, "", "", tuple(votes))
    lecture = (own, other)
    assert read_file(file_text(lecture).encode()) == lecture
    assert TABLE["deck"].read(link_text(lecture)) == lecture
