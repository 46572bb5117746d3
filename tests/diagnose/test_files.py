"""Frequencies from a file: what is read is what was written, and every bad file gets a sentence."""

import io
import pickle

import numpy as np
import pandas as pd
import pytest

from rffviz.diagnose import diagnose, read_frequencies
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian

W = np.random.default_rng(0).standard_normal((6, 3))


def npy(array, **options):
    file = io.BytesIO()
    np.save(file, array, **options)
    return file.getvalue()


def csv(rows, header=None):
    lines = [",".join(map(repr, map(float, row))) for row in rows]
    return "\n".join(([header] if header else []) + lines).encode()


@pytest.mark.parametrize(
    "content",
    [npy(W), npy(np.asfortranarray(W)), npy(W.astype(">f8")), csv(W), csv(W, "w1,w2,w3")],
    ids=["npy", "fortran", "big-endian", "csv", "csv with header"],
)
def test_a_file_gives_its_frequencies(content):
    fs = read_frequencies(content, "mine")
    np.testing.assert_array_equal(fs.W, W)
    assert fs.weights == pytest.approx(1 / 6) and fs.W.dtype == np.float64


def test_numbers_of_other_kinds_become_floats():
    np.testing.assert_array_equal(read_frequencies(npy(np.arange(4))).W, [[0.0], [1.0], [2.0], [3.0]])
    assert read_frequencies(npy(W.astype(np.float16))).W == pytest.approx(W, rel=1e-2)


def test_a_column_of_weights_is_taken_as_weights():
    weights = np.array([0.1, 0.2, 0.3, 0.1, 0.1, 0.2])
    fs = read_frequencies(csv(np.column_stack([W[:, 0], weights, W[:, 1:]]), "a,Weight,b,c"))
    np.testing.assert_array_equal(fs.W, W)
    np.testing.assert_array_equal(fs.weights, weights)
    with pytest.raises(ValueError, match=r"weights must be finite and at least 0, got -0\.1"):
        read_frequencies(csv(np.column_stack([W, -weights]), "a,b,c,weight"))
    with pytest.raises(ValueError, match="got the weights alone"):
        read_frequencies(csv(weights[:, None], "weight"))


def npz(**arrays):
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("weight", [None, "weight"])
def test_the_index_that_pandas_writes_is_left_out_and_said(named, weight):
    frame = pd.DataFrame(W, columns=["a", "b", "c"] if named else None)
    if weight:
        frame[weight] = np.arange(1, 7) / 21
    content = frame.to_csv().encode()
    assert content.startswith(b",")
    for written in (content, content.replace(b"\n", b"\r\n"), frame.to_csv(sep=";").encode()):
        fs = read_frequencies(written)
        np.testing.assert_array_equal(fs.W, W)
        assert "numbers the rows 0, 1, 2" in " ".join(fs.notes)
        assert np.ptp(fs.weights) > 0 if weight else fs.weights == pytest.approx(1 / 6)
    fs = read_frequencies(frame.to_csv(index=False).encode())
    np.testing.assert_array_equal(fs.W, W)
    assert "numbers the rows" not in " ".join(fs.notes)


def test_a_first_column_that_is_no_index_stays():
    counted = np.column_stack([np.arange(6.0), W])
    np.testing.assert_array_equal(read_frequencies(csv(counted, "a,b,c,d")).W, counted)
    np.testing.assert_array_equal(read_frequencies(csv(counted)).W, counted)
    np.testing.assert_array_equal(read_frequencies(csv(counted[1:], ",b,c,d")).W, counted[1:])
    np.testing.assert_array_equal(read_frequencies(csv(counted[:, :1], "index")).W, counted[:, :1])
    small = np.array([[0.0, 1.0], [2.0, 3.0]])
    np.testing.assert_array_equal(read_frequencies(csv(small)).W, small)  # 0.0,1.0 is data, 0,1 would be names


def test_an_archive_of_arrays_is_read():
    weights = np.arange(1, 7) / 21
    for arrays in ({"arr_0": W}, {"W": W, "other": weights[:2]}, {"frequencies": W, "a": W, "b": W}):
        np.testing.assert_array_equal(read_frequencies(npz(**arrays)).W, W)
    assert "Left out of the archive: other." in read_frequencies(npz(W=W, other=W)).notes
    for given in (weights, weights[:, None]):
        fs = read_frequencies(npz(omega=W, weights=given))
        np.testing.assert_array_equal(fs.W, W)
        np.testing.assert_array_equal(fs.weights, weights)
    phases = np.linspace(0.1, 3, 6)
    for name, given in (("b", phases), ("phases", phases[:, None])):
        fs = read_frequencies(npz(W=W, **{name: given}))
        np.testing.assert_array_equal(fs.phases, phases)
        assert fs.notes == ()
    for other in (np.zeros((3, 3, 3)), np.array("text"), np.full(6, np.nan), phases[:5]):
        fs = read_frequencies(npz(W=W, b=other))
        assert fs.phases is None and fs.notes == ("Left out of the archive: b.",)
    np.testing.assert_array_equal(read_frequencies(npz(omega=W, b=phases)).phases, phases)
    rows = np.random.default_rng(0).standard_normal((200, 3))
    assert "phases" not in [each.diagnostic for each in diagnose(W, Gaussian(), 3).verdicts]
    for wide, status in ((1.0, "fault"), (np.pi, "fine")):
        fs = read_frequencies(npz(W=rows, b=wide * np.random.default_rng(1).random(len(rows))))
        assert diagnose(fs, Gaussian(), 3)["phases"].status == status
    fs = read_frequencies(csv(np.column_stack([W, phases, np.full(6, 1 / 6)]), "w1,w2,w3,phase,weight"))
    np.testing.assert_array_equal(fs.W, W)
    np.testing.assert_allclose(fs.phases, phases, rtol=1e-15)
    file = io.BytesIO()
    np.savez_compressed(file, W=W)
    np.testing.assert_array_equal(read_frequencies(file.getvalue()).W, W)


def test_the_dimension_asked_for_is_compared():
    np.testing.assert_array_equal(read_frequencies(npy(W), d=3).W, W)
    with pytest.raises(Refusal, match=r"must hold frequencies of d = 6 coordinates, got 3\. This looks transposed: 6"):
        read_frequencies(npy(W), d=6)
    with pytest.raises(Refusal, match=r"d = 4 coordinates, got 3\.$"):
        read_frequencies(npy(W), d=4)


def handmade(header, data=b"", version=(1, 0)):
    """An NPY file, byte by byte; its header stands as it is."""
    length = len(header).to_bytes(2 if version == (1, 0) else 4, "little")
    return b"\x93NUMPY" + bytes(version) + length + header.encode("latin-1") + data


def header(shape="(2, 1)", descr="'<f8'", fortran="False"):
    return f"{{'descr': {descr}, 'fortran_order': {fortran}, 'shape': {shape}, }}\n"


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
def test_every_version_of_the_format_is_read(version):
    found = read_frequencies(handmade(header("(3, 2)", "'>f4'", "True"), np.arange(6, dtype=">f4").tobytes(), version))
    np.testing.assert_array_equal(found.W, [[0, 3], [1, 4], [2, 5]])


UNREADABLE = {
    "does not close": "{'descr': '<f8', 'shape': (2, 1",
    "does not close a text": "{'descr': '<f8",
    "badly indented": "  {\n 'descr'\n   : }\n  (",
    "deeply nested": header("(" * 400 + "2" + ")" * 400),
    "deeply signed": header("-" * 900 + "1"),
    "a long sum": header("+".join("1" * 450)),
    "far too long": header() + " " * 60_000,
    "a number of 5000 digits": header(f"({'9' * 5000}, 1)"),
    "no dictionary": "[1, 2]",
    "an unhashable key": "{[]: 1}",
    "keys of two kinds": "{1: 1, 'a': 2, None: 3}",
    "no type": header(descr="'no such type'"),
    "a type of nothing": header(descr="()"),
    "a type of types": header(descr="[[[]]]"),
    "a type of commas": header(descr="',,('"),
    "a type without end": header(descr="'<f99999999999999999999999'"),
    "a name of a type twice": header(descr="[('a', '<f8'), ('a', '<f8')]"),
    "a shape of text": header("('2', 1)"),
    "a NUL": "{'descr': '\0'}",
    "nothing": "",
}


@pytest.mark.parametrize("case", list(UNREADABLE))
@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
def test_a_header_that_cannot_be_read_is_refused(case, version):
    with pytest.raises(Refusal, match=r"^mine must be an NPY file of version 1, 2 or 3, got a header that cannot"):
        read_frequencies(handmade(UNREADABLE[case], bytes(16), version), "mine")


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (header("(True, 1)"), r"an array of shape \(m, d\), got \(True, 1\)"),
        (header("(-1, -1)"), r"an array of shape \(m, d\), got \(-1, -1\)"),
        (header("(-2, 1)"), r"an array of shape \(m, d\), got \(-2, 1\)"),
        (header("()"), r"an array of shape \(m, d\), got \(\)"),
        (
            header("(4294967296, 4294967296)"),
            "the 147,573,952,589,676,412,928 bytes of data that its header says, got 16",
        ),
        (header(f"({'9' * 800}, 1)"), "an array of shape"),
        (header(descr="'|O'"), "real numbers, got values of type object"),
        (header(descr="[('<b>', '<f8')]"), "real numbers, got values of type void64"),
        (header(descr="('<f8', (1,))"), "real numbers, got values of type"),
        (header(descr="'<M8[s]'"), "real numbers, got values of type"),
        (header(descr="'|b1'"), "real numbers, got values of type bool"),
    ],
)
def test_a_header_that_says_what_is_not_there_is_refused(head, words):
    with pytest.raises(Refusal, match=words) as refusal:
        read_frequencies(handmade(head, bytes(16)), "mine")
    assert len(str(refusal.value)) < 250


@pytest.mark.parametrize("length", range(6, 12))
def test_a_file_that_ends_in_its_header_is_refused(length):
    with pytest.raises(Refusal, match="got a header that cannot be read"):
        read_frequencies(npy(W)[:length])


class _Trap:
    def __reduce__(self):
        return pytest.fail, ("a pickle was loaded",)


def packed(array):
    file = io.BytesIO()
    np.savez_compressed(file, W=array)
    return file.getvalue()


BAD = {
    "objects": (npy(np.array([_Trap()], dtype=object), allow_pickle=True), "real numbers, got values of type object"),
    "pickle": (pickle.dumps(W), "this is a pickle file"),
    "complex": (npy(W + 1j), "real numbers, got values of type complex128"),
    "text": (npy(np.array(["a"])), "real numbers, got values of type str32"),
    "records": (npy(np.zeros(3, dtype=[("a", "f8")])), "real numbers, got values of type"),
    "three axes": (npy(np.zeros((2, 2, 2))), r"shape \(m, d\), got \(2, 2, 2\)"),
    "no row": (npy(np.zeros((0, 2))), r"shape \(m, d\), got \(0, 2\)"),
    "cut short": (npy(W)[:-8], "bytes of data that its header says"),
    "too long": (npy(W) + b"more", "bytes of data that its header says"),
    "a header that lies": (npy(W).replace(b"(6, 3)", b"(9**9,)"), "header that cannot be read"),
    "nan": (npy(np.where(W > 2, W, np.nan)), "finite numbers, got nan in row 0"),
    "infinite": (npy(np.full((2, 2), np.inf)), "finite numbers, got inf in row 0, column 0"),
    "too many": (npy(np.zeros((20_001, 1))), "at most 20,000 frequencies .* got 20,001 of 1"),
    "too wide": (npy(np.zeros((1, 4097))), "at most 4,096 coordinates, got 1 of 4,097"),
    "version": (b"\x93NUMPY\x09\x00" + npy(W)[8:], "NPY file of version 1, 2 or 3"),
    "text cell": (b"a,b\n1,2\n3,x\n5,6\n7,8\n", "a number in every cell"),
    "missing cell": (b"a,b\n1,2\n3,\n5,6\n7,8\n", "a number in every cell"),
    "empty": (b"", "empty file"),
    "two arrays": (npz(a=W, b=W), "one array, or one called W or frequencies, got a, b"),
    "no array": (npz(), "one array, or one called W or frequencies, got none"),
    "an archive cut short": (npz(a=W)[:-9], "an NPZ file, got an archive that cannot be read"),
    "an archive of objects": (npz(a=np.array([_Trap()], dtype=object)), "real numbers, got values of type object"),
    "weights in a square": (npz(W=W, weights=W), r"one weight per frequency, got weights of shape \(6, 3\)"),
    "another number of weights": (npz(W=W, weights=W[:3, 0]), "one per frequency"),
    "far too much": (packed(np.zeros((2**21, 1))), "at most 10,000,000 bytes long when it is unpacked"),
    "damaged": (packed(W).replace(b"\x00", b"\x07"), "cannot be read|must be"),
}


@pytest.mark.parametrize("case", list(BAD))
def test_a_bad_file_is_refused_in_a_sentence(case):
    content, words = BAD[case]
    with pytest.raises(ValueError, match=words) as refusal:
        read_frequencies(content, "<b>mine</b>.npy")
    assert str(refusal.value).count("\n") == 0 and "<" not in str(refusal.value)


def test_size_is_limited():
    with pytest.raises(ValueError, match="at most 10,000,000 bytes long, got 10,000,001"):
        read_frequencies(b"1" * 10_000_001)
    with pytest.raises(ValueError, match="content must be bytes, got str"):
        read_frequencies("1,2")
