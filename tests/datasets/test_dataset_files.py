"""Files as people have them: each is read as what it is, with its choices said, or refused by its name."""

import gzip
import io
import os
import re
import struct
import subprocess
import sys
import tracemalloc
import zlib
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.io import savemat
from sklearn.datasets import dump_svmlight_file

from rffviz.datasets import read_file
from rffviz.datasets.files import MAX_UNPACKED
from rffviz.datasets.uploads import MAX_COLUMNS, MAX_ROWS
from rffviz.diagnose import read_frequencies
from rffviz.foundation.validation import Refusal

X = np.round(np.random.default_rng(0).standard_normal((40, 3)), 4)
Y = np.where(X[:, 0] > 0, 1.0, -1.0)
FRAME = pd.DataFrame(X, columns=["a", "b", "y"])
CSV = FRAME.to_csv(index=False)
ROWS = CSV.split("\n", 1)[1]


def saved(write, *arrays, **options):
    """What a writer of arrays puts into a file."""
    file = io.BytesIO()
    write(file, *arrays, **options)
    return file.getvalue()


def joined(sep, head="", edge="", sign="."):
    """The table with a separator between its cells."""
    lines = [edge + sep.join(f"{value}" for value in row).replace(".", sign) + edge for row in X]
    return "\n".join([head, *lines] if head else lines)


ARFF = "% toy\n@RELATION 'a toy'\n\n@ATTRIBUTE a NUMERIC\n@attribute 'b c' real % of it\n@ATTRIBUTE y NUMERIC\n@DATA\n"
DATED = "Station export\nVersion 1.1\nUnits: kW, m/s\n\nwhen,a,b,y\n" + "\n".join(
    f"2019-01-01 00:{k:02},{','.join(map(str, row))}" for k, row in enumerate(X)
)
R_QUOTED = FRAME.set_axis([str(k) for k in range(1, 41)]).to_csv(quoting=2, quotechar='"')
TEXTS = {  # X of each, and what must be said of it
    "plain": (CSV, ()),
    "blanks": (joined("  \t ", edge="   "), ()),
    "blanks and names": (joined(" ", "a b y"), ()),
    "savetxt": (saved(np.savetxt, X), ()),
    "savetxt with a header": (saved(np.savetxt, X, header="a b y"), ("1 comment line",)),
    "pipes": (joined("|", "a|b|y"), ()),
    "blanks and decimal commas": (joined(" ", "a b y", sign=","), ("decimal comma",)),
    "commas and blanks": (joined(" , ", "a , b , y"), ()),
    "pandas' index": (FRAME.to_csv(), ("which numbers the rows 0, 1, 2",)),
    "pandas' index twice": (FRAME.to_csv().replace(",a", "Unnamed: 0,a", 1), ("which numbers the rows",)),
    "an index with gaps": (FRAME.set_axis([*range(39), 77]).to_csv(), ("which numbers the rows",)),
    "an index in another order": (FRAME.set_axis([*range(7, 40), *range(7)]).to_csv(), ("which numbers the rows",)),
    "no names but numbers": (pd.DataFrame(X).to_csv(), ("which numbers the rows",)),
    "R's index": (R_QUOTED, ("which numbers the rows 1, 2, 3",)),
    "R's write.table": (R_QUOTED.replace('"",', "", 1).replace(",", " "), ("which numbers the rows 1, 2, 3",)),
    "R's quote = FALSE": (FRAME.to_csv(sep=" "), ("which numbers the rows",)),
    "quoted decimal commas": ('"a","b","y"\n' + joined('","', edge='"', sign=","), ("decimal comma",)),
    "utf-16": (CSV.replace(",", "\t").encode("utf-16"), ()),
    "utf-16 without a mark": (CSV.encode("utf-16-le"), ()),
    "utf-16, large end first": (CSV.encode("utf-16-be"), ()),
    "lines of text above": (DATED, ("3 lines above the table", "not being numbers: when (2019-01-01 00")),
    "many lines above": ("".join(f"line {k}, of text\n" for k in range(60)) + CSV, ("60 lines above the table",)),
    "other cells above": ("Station,12\nLatitude,47.3\n\n" + CSV, ("2 lines above the table",)),
    "arff": (ARFF + ROWS, ()),
    "arff with classes": (
        ARFF.replace("@DATA", "@attribute c {'u, v',w}\n@DATA") + ROWS.replace("\n", ",'u, v'\n"),
        ("being numbers: c (",),
    ),
}


@pytest.mark.parametrize("case", TEXTS)
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
def test_a_table_is_read_as_what_it_is(case, packed):
    content, says = TEXTS[case]
    content = content.encode() if isinstance(content, str) else content
    found = read_file(gzip.compress(content) if packed else content)
    np.testing.assert_array_equal(found.X, X)
    assert found.y is None
    for words in says:
        assert any(words in note for note in found.notes), found.notes
    if not says:
        assert not [note for note in found.notes if "first row holds numbers" not in note]


@pytest.mark.parametrize("case", [case for case in TEXTS if "text above" not in case and "classes" not in case])
def test_frequencies_are_read_from_the_same_texts(case):
    content = TEXTS[case][0]
    found = read_frequencies(gzip.compress(content.encode() if isinstance(content, str) else content))
    np.testing.assert_array_equal(found.W, X)


@pytest.mark.parametrize("above", ["power\n", "# of wind\n# in kW\npower\n", "Wind\nin kW\npower\n", ""])
def test_one_column_of_decimal_commas(above):
    found = read_file((above + "\n".join(f"{abs(value):.4f}".replace(".", ",") for value in X[:, 0])).encode())
    np.testing.assert_array_equal(found.X[:, 0], np.abs(X[:, 0]))
    assert found.d == 1 and any("decimal comma" in note for note in found.notes)
    assert read_file(b"1,5\n2,5\n3,1\n").d == 2  # without a name, and nothing that only a fraction begins with


SVM = saved(lambda file, X, y: dump_svmlight_file(X, y, file, comment="a comment"), X * (X > -1), Y)
ARRAYS = {
    "npy": (saved(np.save, X), X, None),
    "npz": (saved(np.savez, X=X, y=Y), X, Y),
    "npz, one": (saved(np.savez_compressed, X), X, None),
    "npz of scikit-learn's names": (saved(np.savez, data=X, target=Y, more=np.array("text")), X, Y),
    "mat": (saved(savemat, {"X": X, "y": Y}), X, Y),
    "mat, packed": (saved(savemat, {"x": X, "Y": Y[:, None], "info": "text"}, do_compression=True), X, Y),
    "mat, one": (saved(savemat, {"anything": X.astype(np.float32)}), X.astype(np.float32), None),
    "libsvm": (SVM, X * (X > -1), Y),
    "libsvm, from 1": (
        b"# c\n+1 1:0.5 3:2 # of it\n-1\n+1 2:-1\n",
        np.array([[0.5, 0, 2], [0, 0, 0], [0, -1, 0]]),
        None,
    ),
}


@pytest.mark.parametrize("case", ARRAYS)
def test_arrays_are_read_with_their_target(case, tmp_path):
    content, wanted, y = ARRAYS[case]
    (tmp_path / "no_ending").write_bytes(content)
    found, again = read_file(tmp_path / "no_ending"), read_file(gzip.compress(content))
    np.testing.assert_array_equal(found.X, wanted)
    assert found.label == "no_ending" and again.content_hash == found.content_hash
    if y is not None:
        np.testing.assert_array_equal(found.y, y)
        assert (found.task, found.target_name, found.columns) == ("binary", "y", ("x1", "x2", "x3", "y"))
        other = read_file(content, target="x2")
        np.testing.assert_array_equal(other.X, np.column_stack([wanted[:, [0, 2]], y]))


def test_a_target_that_is_one_value_and_rows_that_lack_one_are_left_out_and_it_is_said():
    holes = X.copy()
    holes[3, 1] = np.nan
    found = read_file(saved(np.savez, X=holes, y=np.ones(40)))
    assert found.y is None and found.n == 39
    assert read_file(saved(np.savez, X=X, y=Y > 0)).y.tolist() == Y.tolist()
    assert any("Left out: y, which does not vary" in note for note in found.notes)
    assert any("1 of 40 rows with a missing value, most often in x2" in note for note in found.notes)


@pytest.mark.parametrize("mark", [";", "\t", "quoted"])
@pytest.mark.parametrize("sign", [",", "."])
def test_thousands_are_asked_about(mark, sign):
    rows = [[f"{a}{sign}{b}", f"{c}"] for a, b, c in ((658, 814, 6), (24, 260, 1), (5, 888, 8), (110, 965, 1))]
    text = "\n".join(
        ('"{}",{}' if mark == "quoted" else "{}" + mark + "{}").format(*row) for row in [["price", "k"], *rows]
    )
    if sign == "." and mark != ";":  # where a point cannot be but a decimal one
        assert read_file(text.encode()).X[0, 0] == 658.814
        return
    with pytest.raises(Refusal, match=rf"got 658\{sign}814 in column price, which may be 658814 or 658\.814"):
        read_file(text.encode())
    decided = text + "\n" + text.split("\n")[1].replace("658", "0")
    assert read_file(decided.encode()).X[0, 0] == 658.814


def test_what_could_be_an_identifier_is_kept_and_said():
    found = read_file(FRAME.assign(id=range(1000, 1040)).to_csv(index=False).encode())
    assert found.d == 4 and any("Perhaps an identifier, kept as an input: id." == note for note in found.notes)


NAMED = {
    "a Parquet": b"PAR1\x15\x04",
    "a Feather": b"ARROW1\0\0",
    "an Excel": b"PK\x03\x04" + bytes(26) + b"[Content_Types].xml" + b"\x01xl/workbook.xml",
    "an old Excel": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(20),
    "an OpenDocument": b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
    "a PNG": b"\x89PNG\r\n\x1a\n" + bytes(9),
    "a JPEG": b"\xff\xd8\xff\xe0" + bytes(9),
    "a GIF": b"GIF89a" + bytes(9),
    "a SQLite": b"SQLite format 3\0",
    "an HTML": b"\n <!DOCTYPE html><table><tr><td>1",
    "a PDF": b"%PDF-1.7\n",
    "a MATLAB 7.3": b"MATLAB 7.3 MAT-file, Platform" + bytes(99),
    "an HDF5": b"\x89HDF\r\n\x1a\n",
    "a pickle": b"\x80\x04\x95\x15",
    "an XZ": b"\xfd7zXZ\0",
    "an image": b"RIFF\x24\0\0\0WEBPVP8 ",
    "a JSON": b'[{"a": 1}]',
}


@pytest.mark.parametrize("case", NAMED)
def test_what_is_no_table_is_refused_by_its_name(case):
    for content in (NAMED[case], gzip.compress(NAMED[case])):
        with pytest.raises(Refusal, match=rf"^your data must be a table .*: this is {case} file: [^\n]+\.$"):
            read_file(content)


BAD = {
    "ranking": (b"1 qid:1 1:2 2:3\n0 qid:1 1:3\n", "query numbers"),
    "several labels": (b"1,2 1:2\n3 1:4\n", "LIBSVM"),
    "two arrays": (saved(np.savez, u=X, v=X), "one called X or data, got u, v"),
    "objects": (saved(np.save, np.array([{}], dtype=object)), "real numbers, got values of type object"),
    "axes": (saved(np.save, np.zeros((3, 2, 2))), "got \\(3, 2, 2\\)"),
    "lengths": (saved(np.savez, X=X, y=Y[:9]), "9 .*40"),
    "half": (gzip.compress(CSV.encode())[:-20], "gzip"),
    "arff of pairs": (ARFF.encode() + b"{0 1, 2 3}\n{1 4}\n", "sparse"),
    "no data": (ARFF.encode(), "an empty file"),
    "damaged": (saved(savemat, {"X": X}, do_compression=True)[:-9], "MATLAB"),
    "indices": (b"1 1:2\n1 999999999:2\n", "at most 2,000 columns"),
    "columns": (saved(np.save, np.zeros((2, MAX_COLUMNS + 1))), "at most 2,000 columns, got 2,001"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_read_is_refused_in_a_sentence(case):
    content, words = BAD[case]
    with pytest.raises(Refusal, match=words) as refusal:
        read_file(content)
    assert str(refusal.value).isprintable() and str(refusal.value).endswith(".")


def test_arguments_are_refused():
    for asked, words in (
        ({"target": 3}, "target must be text"),
        ({"max_rows": 1}, "max_rows must be a whole number of at least 2"),
        ({"target": "z"}, "target must be one of the columns"),
    ):
        with pytest.raises(Refusal, match=words):
            read_file(CSV.encode(), **asked)
    with pytest.raises(Refusal, match="must be a path or bytes, got 3"):
        read_file(3)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["text", "npy"])
def test_of_more_rows_the_first_or_a_random_part_are_read_and_it_is_said(kind):
    column = np.arange(MAX_ROWS + 9.0)
    content = "\n".join(map(str, column)).encode() if kind == "text" else saved(np.save, column)
    found = read_file(content)
    np.testing.assert_array_equal(found.X[:, 0], column[:MAX_ROWS])
    assert (
        any(re.search("first 100,000 (of|rows; the file has) 100,00[89] ", note) for note in found.notes)
        and not found.complete
    )
    part = read_file(content, max_rows=50)
    assert part.n == 50 and np.ptp(part.X) > 50_000 and not part.complete
    assert any("A random part: 50 of 100,009 rows" in note for note in part.notes)
    assert read_file(content, max_rows=50).content_hash == part.content_hash
    assert read_file(CSV.encode(), max_rows=40).notes == ()


def test_wide_tables_are_read():
    wide = np.tile(np.arange(float(MAX_COLUMNS)), (3, 1))
    found = read_file(saved(np.savetxt, wide, fmt="%g", delimiter=","))
    assert found.d == MAX_COLUMNS


def bombs():
    """Small files that say, or are, far more when they are unpacked."""
    zeros = zlib.compress(bytes(2 * MAX_UNPACKED))
    head = b"MATLAB 5.0 MAT-file".ljust(124) + b"\x00\x01IM"
    return {
        "gzip": (gzip.compress(bytes(MAX_UNPACKED + 1), 1), "at most 100,000,000 bytes long when it is unpacked"),
        "mat": (
            head + struct.pack("<II", 15, len(zeros)) + zeros,
            "at most 100,000,000 bytes long when it is unpacked",
        ),
        "npz": (
            saved(np.savez_compressed, X=np.zeros(MAX_UNPACKED // 8)),
            "100,000,000 bytes long when it is unpacked",
        ),
    }


@pytest.mark.release
def test_bombs_are_refused_within_what_may_be_unpacked():
    for content, words in bombs().values():
        tracemalloc.start()
        try:
            with pytest.raises(Refusal, match=words):
                read_file(content)
            assert tracemalloc.get_traced_memory()[1] < 2.2 * MAX_UNPACKED
        finally:
            tracemalloc.stop()


@pytest.mark.release
def test_pandas_is_not_needed_for_it():
    code = "import sys; sys.modules['pandas'] = None; import rffviz.datasets as d; d.read_file(b'a b\\n1 2\\n3 4\\n')"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


CASES = os.environ.get("RFFVIZ_CASES", "")
SHAPES = {
    "heart_scale": (270, 13),
    "wine_red.txt": (60, 12),
    "kin8nm_head.txt": (40, 9),
    "savetxt.txt": (40, 3),
    "challenger.csv.gz": (23, 5),
    "motor_with_index.csv": (94, 4),
    "r_index.csv": (40, 3),
    "pandas_index.csv": (40, 3),
    "abalone_head.data": (39, 8),
    "one_column_decimal_comma.csv": (40, 1),
    "quoted_decimal_comma.csv": (40, 3),
    "utf16_tab.csv": (40, 3),
    "pipe.csv": (40, 3),
    "toy.arff": (40, 3),
    "preamble_without_hash.csv": (40, 2),
    "x.npy": (40, 3),
    "x_and_y.npz": (40, 3),
    "x_and_y.mat": (40, 3),
}


@pytest.mark.skipif(not CASES, reason="RFFVIZ_CASES names no folder of files")
@pytest.mark.parametrize("name", SHAPES)
def test_public_files_have_the_shapes_that_are_known_of_them(name):
    found = read_file(Path(CASES) / name)
    assert found.X.shape == SHAPES[name]
    assert (found.y is not None) == (name in ("heart_scale", "x_and_y.npz", "x_and_y.mat"))
    assert ("index" in name) == any("numbers the rows" in note for note in found.notes)


@pytest.mark.parametrize(("group", "decimal"), [(".", ","), (",", ".")])
def test_numbers_with_groups_of_thousands_and_decimals_are_read(group, decimal):
    """Both signs in one number settle which is which; a file that uses both ways is refused."""
    written = [f"1{group}234{decimal}5", f"-12{group}345{group}678{decimal}25", f"7{decimal}1", f"0{decimal}5"]
    rows = "".join(f'"{value}";{i}{decimal}5\n' for i, value in enumerate(written))
    data = read_file(f"value;x\n{rows}".encode())
    np.testing.assert_array_equal(data.X[:, 0], [1234.5, -12345678.25, 7.1, 0.5])
    other = f'"1{decimal}234{group}5"'
    with pytest.raises(Refusal, match="one decimal sign"):
        read_file(f"value;x\n{rows}{other};1{decimal}5\n".encode())


def test_a_missing_value_in_libsvm_costs_its_row():
    found = read_file(b"1 1:0.5 2:1\n-1 1:NaN 2:3\n-1 2:4\n+1 1:7\n")
    assert found.X.tolist() == [[0.5, 1], [0, 4], [7, 0]] and found.y.tolist() == [1, -1, 1]
    assert any("1 of 4 rows with a missing value" in note for note in found.notes)
