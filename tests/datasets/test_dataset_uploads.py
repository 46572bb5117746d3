"""A viewer's own table: read as it stands, and refused in one sentence where it cannot be."""

import math
import re
import string
import time
import tracemalloc

import numpy as np
import pytest

from rffviz.datasets import Dataset, standardize, train_test
from rffviz.datasets.uploads import MAX_BYTES, MAX_COLUMNS, MAX_ROWS, read_csv
from rffviz.diagnose import read_frequencies
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.words.readout import Readout
from rffviz.foundation.names import disarmed
from rffviz.foundation.validation import Refusal

TABLE = [[1.5, 2.0], [3.0, -4.25], [0.0, 1e-3]]


def refusal(content, **options):
    """The one sentence a table is refused with."""
    with pytest.raises(ValueError) as caught:
        read_csv(content, **options)
    said = str(caught.value)
    assert said.endswith(".") and "\n" not in said and len(said) < 500
    return said


# --- what is read -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        "a,b\n1.5,2\n3,-4.25\n0,1e-3\n",
        "a;b\n1,5;2\n3;-4,25\n0;1e-3\n",
        "a;b\n1.5;2\n3;-4.25\n0;1e-3\n",
        "a\tb\n1.5\t2\n3\t-4.25\n0\t1e-3\n",
        "a\tb\n1,5\t2\n3\t-4,25\n0\t0,001\n",
        "a,b\r\n1.5,2\r\n3,-4.25\r\n0,1e-3\r\n",
        "a,b\r1.5,2\r3,-4.25\r0,1e-3",
        '"a","b"\n"1.5","2"\n"3","-4.25"\n"0","1e-3"\n',
        "a, b\n 1.5, 2\n 3, -4.25 \n0, +1E-3\n",
        "\n\na,b\n\n1.5,2\n3,-4.25\n,\n0,.001\n , \n",
        "a,b\n1.5,2,\n3,-4.25,\n0,1e-3,,\n",
        "sep=;\na;b\n1,5;2\n3;-4,25\n0;0,001\n",
        "# data: a, b, c\n# seed: 1\na,b\n1.5,2\n3,-4.25\n0,1e-3\n",
    ],
)
@pytest.mark.parametrize("encode", [str, str.encode, lambda s: s.encode("utf-8-sig")], ids=["text", "utf8", "bom"])
def test_one_table_written_in_many_ways(content, encode):
    found = read_csv(encode(content))
    assert np.array_equal(found.X, TABLE)
    assert found.feature_names == ("a", "b")
    assert (found.n, found.d) == (3, 2)
    assert found.y is None and found.task == found.target_name == ""


def test_numbers_keep_full_precision():
    X = np.random.default_rng(0).standard_normal((20, 3)) * 10.0 ** np.arange(-3, 17, 1)[:, None]
    for delimiter, sign in ((",", "."), (";", "."), (";", ","), ("\t", ",")):
        rows = [delimiter.join(repr(float(value)).replace(".", sign) for value in row) for row in X]
        assert np.array_equal(read_csv("\n".join(["a b c".replace(" ", delimiter), *rows])).X, X)


def test_without_a_header_columns_are_numbered_and_it_is_said():
    found = read_csv("1,2\n3,4\n5,6")
    assert found.X.tolist() == [[1, 2], [3, 4], [5, 6]] and found.feature_names == ("x1", "x2")
    (note,) = found.notes
    assert "first row" in note and "x1, x2" in note
    assert read_csv("0,0\n0,1\n1,0").n == 3  # zeros are numbers too
    assert read_csv("?,2\n3,4\n5,6").feature_names == ("x1", "x2")
    assert read_csv("u,1,2\nv,3,4\nw,5,6").X.tolist() == [[1, 2], [3, 4], [5, 6]]  # the text column names nothing


def test_header_is_seen_by_one_name_above_a_number():
    assert read_csv("when,2019\n1,2\n3,4").feature_names == ("when", "2019")
    assert read_csv("Na,K\n1,2\n3,4").feature_names == ("Na", "K")  # sodium is not a missing value


def test_latin_1_is_read_and_said():
    found = read_csv("Länge,x\n1,2\n3,4\n".encode("latin-1"))
    assert found.feature_names == ("Länge", "x")
    assert any("Latin-1" in note for note in found.notes)


def test_decimal_comma_is_said():
    assert any("decimal comma" in note for note in read_csv("a;b\n1,5;2\n3;4").notes)
    assert read_csv("a;b\n1.5;2\n3;4").notes == ()


def test_text_columns_are_left_out_and_named():
    found = read_csv("who,x,day,y\nAnn,1,2024-01-05,=A1\nBob,2,2024-01-06,=A2\nCy,3,2024-01-07,=cmd|'/C calc'!A0")
    assert found.X.ravel().tolist() == [1, 2, 3] and found.feature_names == ("x",)
    assert "Left out of the inputs, not being numbers: who (Ann), day (2024-01-05), y (=A1)." in found.notes


MONEY = [(3092.9, -387.05), (1735.42, 12.0), (25000.0, 7513.81), (999.5, 1000.0)]


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
@pytest.mark.parametrize(("group", "sign"), [(" ", ","), ("\u00a0", ","), ("\u202f", "."), ("'", "."), ("’", ",")])
def test_numbers_may_have_their_thousands_apart(delimiter, group, sign):
    said = [[f"{value:,.2f}".translate(str.maketrans({",": group, ".": sign})) for value in row] for row in MONEY]
    found = read_csv("\n".join([f"rent{delimiter}pay", *(delimiter.join(row) for row in said)]))
    assert found.X.tolist() == [list(row) for row in MONEY] and found.feature_names == ("rent", "pay")


def test_a_typeset_minus_is_a_minus():
    assert read_csv("a,b\n−0.5,2\n1,−3e−2").X.tolist() == [[-0.5, 2], [1, -0.03]]


@pytest.mark.parametrize(
    ("content", "left"),
    [
        ("rent;heat;pay\n" + "3092,90 €;87,93 €;13,81 €\n" * 3, "none among rent, heat, pay"),
        ("a;b\n" + "30,9%;33,9%\n" * 3, "none among a, b"),
        ("a,n\n6,50,0\n5,25,1\n6,75,0\n", "got 3 below 2 names (decimal commas need quotes"),
        ("a,b\n0,13,-0,13\n1,5,2,75\n", "got 4 below 2 names (decimal commas need quotes"),
        ("y\n1\n2\n", "a column of numbers besides the target, y, got none"),
    ],
)
def test_cells_are_not_cut_to_make_numbers(content, left):
    assert left in refusal(content, target="y" if content[0] == "y" else None)


def test_the_delimiter_that_splits_every_row_wins():
    found = read_csv("time;value;x\n01.01.2024;0,5;1 000,7\n02.01.2024;1,5;20,25\n")
    assert found.feature_names == ("value", "x") and found.X.tolist() == [[0.5, 1000.7], [1.5, 20.25]]
    assert read_csv("first name,age,x\nAnn Lee,3,1\nBo Ray,4\nCy Oh,5,6\n").X.tolist() == [[3, 1], [5, 6]]


def test_a_delimiter_within_numbers_or_words_does_not_win_for_one_ragged_row():
    ragged = "\n".join(f"{i + 0.5:.1f};{i}".replace(".", ",") if i != 8 else "8,5" for i in range(40))
    assert read_csv(ragged).X.tolist() == [[i + 0.5, i] for i in range(40) if i != 8]
    tabs = "Name, first\tage\tx\n" + "".join(f"Lee, Ann\t{i}\t{i * i}\n" for i in range(9)) + "Oh, Cy\t3\n"
    assert read_csv(tabs).feature_names == ("age", "x") and read_csv(tabs).n == 9
    streets = "".join(f"{i} Main,{i / 7:.3f},{i % 2}\n" for i in range(9)) + "9 Main,1\n"
    assert read_csv("street,a,b\n" + streets).feature_names == ("a", "b")
    above = "Station, Bern\nfirst name;a;b;c\n" + "".join(f"Ann Lee;{i};{i * i};1\n" for i in range(9))
    assert read_csv(above).feature_names == ("a", "b", "c")
    blanks = "\n".join(["100,100 100,100", "200,125 300,250", "400,500 500,125"])
    assert "separators of thousands" in refusal(blanks)


def test_a_typeset_minus_does_not_hide_thousands():
    assert "which may be 1000 or 1.000" in refusal('p,n\n"1,000",0\n"1,037",1\n"−2,074",0').replace("−", "-")
    assert "which may be" in refusal('p,n\n"−1,000",0\n"1,037",1\n"1,074",0')


@pytest.mark.parametrize(
    ("content", "X"),
    [
        ("My measurements\n0.00,0\n0.37,1\n0.74,0\n", [[0, 0], [0.37, 1], [0.74, 0]]),
        ('"cyl"\n"car0",0\n"car1",1\n"car2",0\n', [[0], [1], [0]]),
        ('"a","b"\n"8",0.5,1\n"15",1.0,2\n"3",1.5,0\n', [[0.5, 1], [1, 2], [1.5, 0]]),
        ('"a","b"\n"8",5,1\n"15",1,2\n"3",1,0\n', [[5, 1], [1, 2], [1, 0]]),
    ],
)
def test_titles_and_row_names_of_r_are_no_halves_of_numbers(content, X):
    assert read_csv(content).X.tolist() == X


@pytest.mark.parametrize("years", [("2019", "2020")])
def test_two_years_beside_a_name_may_be_data(years):
    assert read_csv(f"A,{','.join(years)}\nB,2100.5,1800\nC,1,2").n == 3


def test_a_rare_class_among_numbers_stays_a_class():
    kinds = ["1", "2", "3", "5"] * 24 + ["U"] * 4
    found = read_csv("\n".join(["a,kind", *(f"{i / 3},{kind}" for i, kind in enumerate(kinds))]), target="kind")
    assert found.task == "multiclass" and found.class_names == ("1", "2", "3", "5", "U") and found.n == 100
    grades = [f"{i % 5 + 0.5}" for i in range(98)] + ["none given"] * 2
    found = read_csv("\n".join(["a,y", *(f"{i / 3},{each}" for i, each in enumerate(grades))]), target="y")
    assert found.task == "regression" and found.n == 98


@pytest.mark.parametrize(
    ("header", "below", "names", "said"),
    [
        ("2019,2020,2021", "0.1,0.2,0.3\n0.4,0.5,0.6", ("2019", "2020", "2021"), "2019, 2020, 2021"),
        ("land,2019,2020,2021", "A,1,2,3\nB,3,4,5", ("2019", "2020", "2021"), "land, 2019, 2020 and 1 more"),
        (",2019,2020", "A,1,2\nB,3,4", ("2019", "2020"), "2019, 2020"),
        ("0,1,2", "0,1,2\n3,4,5", ("0", "1", "2"), "0, 1, 2"),  # as pandas writes it, above numpy's arange
        ("2019,2020", "2018,2019\n2015,2020", ("x1", "x2"), ""),  # years are the data
        ("0,1,2", "3,4,5\n6,7,8", ("x1", "x2", "x3"), ""),  # numpy's arange alone
        ("1,2,3", "7,8,9\n1,1,1", ("x1", "x2", "x3"), ""),
        ("Jan,0", "Feb,5\nMar,7", ("x2",), ""),  # the first row holds data
        ("2024-01-01 00:00,0,1", "2024-01-01 01:00,0,1\n2024-01-01 02:00,0,2", ("x2", "x3"), ""),
    ],
)
def test_years_and_numbers_in_order_are_names(header, below, names, said):
    found = read_csv(f"{header}\n{below}\n")
    assert found.feature_names == names and found.n == 2 + (not said)
    assert any(f"The first row, {said}, names the columns." in note for note in found.notes) == bool(said)


def test_numbers_that_may_be_thousands_are_told_where_they_are_read():
    found = read_csv("p\tb\n39.711\t1\n1.234\t0\n")
    assert found.X[0, 0] == 39.711 and "with a decimal point, such as 39.711 in column p." in found.notes[0]
    assert read_csv("p\tb\n39.711\t1\n0.5\t0\n").notes == ()


def test_empty_columns_are_left_out_and_named():
    found = read_csv("a,b,c,\n1,,2,\n3,NA,4,\n")
    assert found.feature_names == ("a", "c")
    assert "Left out, being empty: b, column 4." in found.notes


def test_a_column_that_is_mostly_empty_costs_itself_and_not_the_rows():
    rows = [f"{i},{i % 7},{i if i % 20 == 0 else ''}" for i in range(60)]
    found = read_csv("\n".join(["a,b,rare", *rows]))
    assert found.n == 60 and found.feature_names == ("a", "b")
    assert "Left out, being mostly empty: rare." in found.notes and not found.complete
    assert read_csv("\n".join(["a,b,rare", *rows]), target="rare").n == 3  # what is to be predicted is not left out
    thin = read_csv("\n".join(["rare,y", *(f"{i if i % 3 == 0 else ''},{i}" for i in range(60))]), target="y")
    assert thin.X.shape == (20, 1)  # the only input
    half = read_csv("a,b\n1,\n2,3\n4,\n5,6\n")
    assert half.X.tolist() == [[2, 3], [5, 6]]
    every = [f"{i if i % 3 == 0 else ''},{i if i % 3 == 0 else ''},w" for i in range(60)]
    assert read_csv("\n".join(["a,b,word", *every])).X.shape == (20, 2)  # all columns are as empty
    words = "".join(f"{i},w{i}\n" for i in range(3000))  # of which 1,000 are looked at
    assert "Left out of the inputs, not being numbers: b (w0)." in read_csv("a,b\n" + words).notes


def test_codes_of_missing_values_are_asked_about():
    values = np.random.default_rng(0).standard_normal((40, 2))
    values[[3, 9], 0] = -999
    found = read_csv("a,b\n" + "\n".join(",".join(map(repr, row)) for row in values.tolist()))
    assert "Perhaps a code for a missing value, kept as a number: -999 in a." in found.notes and found.n == 40
    values[9, 0] = 0  # once alone
    values[:, 1] *= 500
    values[:3, 1] = 999  # among others
    once = read_csv("a,b\n" + "\n".join(",".join(map(repr, row)) for row in values.tolist()))
    assert not any("code" in note for note in once.notes)


@pytest.mark.parametrize("sign", ["", "NA", "na", "nan", "NaN", "?", "N/A", "#N/A", "null", "None", "  "])
def test_rows_with_missing_values_are_left_out_and_counted(sign):
    found = read_csv(f"a,b\n1,2\n{sign},3\n4,5\n6,{sign}\n{sign},9\n")
    assert found.X.tolist() == [[1, 2], [4, 5]]
    assert "Left out: 3 of 5 rows with a missing value, most often in a." in found.notes


def test_rows_with_text_among_numbers_are_left_out_and_the_first_is_named():
    found = read_csv("a,b\nkg,m\n1,2\n3,4\n5,~~\n6,7\n")
    assert found.X.tolist() == [[1, 2], [3, 4], [6, 7]]
    assert any("2 of 5 rows with text among numbers, first in line 2" in note for note in found.notes)


def test_rows_of_another_length_are_left_out_and_counted():
    found = read_csv("a,b\n1,2\n3\n4,5\n6,7,8\n9,10")
    assert found.X.tolist() == [[1, 2], [4, 5], [9, 10]]
    assert any("2 of 5 rows without the" in note and "line 3, has 1" in note for note in found.notes)


def test_quoted_cells_may_hold_delimiters_quotes_and_lines():
    found = read_csv('"a, ""b""",note,c\n1,"x\ny;z,",2\n3,"",4\n5,"NA",oops\n')
    assert found.feature_names == ('a, "b"', "c") and found.X.tolist() == [[1, 2], [3, 4]]
    assert any("line 5" in note for note in found.notes)  # counted in lines of the file, as an editor does


def test_constant_columns_stay_until_they_are_scaled_and_named():
    found = read_csv("a,b\n1,7\n2,7\n4,7\n")
    scaled = standardize(found.X, feature_names=found.feature_names)
    assert found.d == 2 and scaled.X.shape == (3, 1) and "b" in scaled.note


def test_one_column_and_two_rows_are_enough():
    assert read_csv("1\n2").X.tolist() == [[1], [2]]
    assert read_csv("x\n1\n2\n").feature_names == ("x",)


def test_what_the_explorer_exports_can_be_read_back():
    picture = Picture(
        "p", "", "", None, "", Readout(), {"d": [1.0, 2.0], "a,b": [0.5, 0.25]}, ("data: x, y", "seeds: 0, 1")
    )
    found = read_csv(picture.csv())
    assert found.X.tolist() == [[1, 0.5], [2, 0.25]] and found.feature_names == ("d", "a,b")


# --- names ------------------------------------------------------------------------------------------------------------


def test_duplicate_names_are_made_different():
    long = "x" * 60
    found = read_csv(f"a,a,,a (2),{long},{long}\n1,2,3,4,5,6\n7,8,9,1,2,3")
    assert found.feature_names[:4] == ("a", "a (2)", "column 3", "a (2) (2)")
    assert len(set(found.feature_names)) == 6 and max(map(len, found.feature_names)) <= 40


HOSTILE = [
    "![x](http://example.org/x.png)",
    "[x](javascript:alert(1))",
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "`a` $x$ **b** ~~c~~ :red[d] | e \\f",
    "https://example.org www.example.org",
    "!&#91;x&#93;&lpar;https&#58;//example.org)",
    "a\x07b\x1b[31mc\x7fd\x85e",
    "\u202eevil\u2066\u200b",
    "line one\nline two\u2028three",
    "😀" * 90,
    "a" * 5000,
    "\ud800",
]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names_come_out_harmless(name):
    quoted = '"' + name.replace('"', '""') + '"'
    found = read_csv(f"{quoted},b\n1,2\n3,4\n")
    shown = found.feature_names[0]
    assert len(shown) <= 40 and shown == (disarmed(name) or "column 1")
    assert not set(shown) & set("<>[]`$*\\|~&\n\r\t") and "://" not in shown and "www." not in shown
    assert shown.isprintable() and shown.encode()
    assert found.X.tolist() == [[1, 2], [3, 4]]


def test_hostile_texts_in_cells_and_file_names_come_out_harmless():
    found = read_csv("a,b\n1,2\n3,<b>![x](http://e.org)\n4,5\n", name="![x](http://e.org/y.png).csv")
    for said in (found.label, *found.notes):
        assert not set(said) & set("<>[]`") and "://" not in said
    said = refusal("", name="[x](http://e.org)")
    assert "[" not in said and "://" not in said
    assert read_csv("1\n2", name="\x00").label == "your data"


def test_emoji_and_every_printable_character_make_a_header():
    assert read_csv("🦊,b\n1,2\n3,4").feature_names == ("🦊", "b")
    for character in string.printable:
        with_it = f'"{character * (1 + (character == chr(34)))}q",b\n1,2\n3,4'
        assert read_csv(with_it).X.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("target", [None, "a"])
def test_what_was_left_out_is_told_in_facts(target):
    found = read_csv("a,b,word,none\n1,2,x,\n3,4,y,\n5,,z,\n7,seven,z,\n8,9\n6,5,u,\n", target=target)
    assert not found.complete and found.n == 3
    whole = read_csv("a,b\n1,2\n3,5\n", target=target)
    assert whole.complete


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "empty file"),
        (b"", "empty file"),
        (b"\xef\xbb\xbf", "empty file"),
        (" \n\n,,\n", "empty file"),
        ("# only a comment", "empty file"),
        ("a,b", "at least 2 rows of numbers, got none"),
        ("a,b\n\n", "at least 2 rows of numbers, got none"),
        ("1,2", "at least 2 rows without a missing value, got 1 of 1"),
        ("a,b\n1,2", "at least 2 rows without a missing value, got 1 of 1"),
        ("a,b\n1,\n,2\n3,4", "got 1 of 3; values are missing most often in"),
        ("a,b\nx,y\nz,w", "separated by commas, semicolons, tabs, bars or blanks, got none among a, b"),
        ("a:b\n1:2\n3:4", "commas, semicolons, tabs, bars or blanks, got none among a∶b"),
        ("a\n1_000\n2_000", "a column of numbers"),
        ("a\n0x10\n0x20", "a column of numbers"),
        ("a,b\n1,1e400\n2,3", "from −1e100 to 1e100, got inf in line 2, column b"),
        ("a,b\n1,2\n-inf,3\n4,5", "got -inf in line 3, column a"),
        ("a,b\n1,2\n3,4\n2e100,", "got 2e+100 in line 4, column a"),
        ("x\n1,500\n2,345", "got 1,500 in column x, which may be 1500 or 1.500"),
        ("a,b,c\n1,2,3\n1\n2\n3,4\n5,6,7,8\n", "cells in its rows as in most of the first, 3, got 1 in line 3"),
        ("1,2,3\n1,2,3\n1\n2\n3,4\n5,6,7,8\n", "got 1 in line 3 (decimal commas need"),
        ("a;b\n1,5;2\n3;4.5", "one decimal sign, got 1,5 in column a and 4.5 in column b"),
        (
            'a,b\n1,2\n3,"4\n5,6\n7,8',
            "quotes that close and cells of at most 131,072 characters, got a row at line 3",
        ),
        ("x" * 140_000 + ",b\n1,2\n3,4", "got a row at line 1"),
        (b"a,b\n1,\x002\n3,4", "text file in UTF-8, got a NUL byte at position 6"),
        ("a,b\n1,\x002\n3,4", "a NUL byte"),
        ("a,b\n1,2\n".encode("utf-16")[:-1], "got bytes that are not UTF-16"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)), "text file in UTF-8"),
        (b"PK\x03\x04" + bytes(range(255, 0, -1)), "text file in UTF-8"),
        (b"\x1f\x8b\x08\x08\xff\xfe", "text file in UTF-8"),
        (["a,b"], "content must be bytes or text, got list"),
        (None, "content must be bytes or text, got NoneType"),
    ],
)
def test_what_is_no_table_is_refused_in_a_sentence(content, says):
    assert says in refusal(content)


def test_limits_are_refused_with_value_and_limit():
    assert (MAX_BYTES, MAX_ROWS, MAX_COLUMNS) == (10_000_000, 100_000, 2_000)
    assert "at most 1,000 bytes long, got 1,004" in refusal("1\n2\n" * 251, max_bytes=1000)
    assert "at most 1,000 bytes long, got 1,002" in refusal("é" * 501, max_bytes=1000)
    assert "at most 3 rows, got 5" in refusal("a\n" + "1\n2\n\n3\n4\n5\n", max_rows=3)
    assert read_csv("a\n1\n2\n3\n", max_rows=3).n == 3
    assert "at most 2,000 columns, got 2,001" in refusal(",".join(f"c{i}" for i in range(2001)) + "\n")
    assert read_csv("\n".join([",".join("1" * 2000)] * 2)).d == 2000
    assert "name and target" in refusal("1\n2", name=3)


@pytest.mark.slow
@pytest.mark.parametrize("read", [read_csv, read_frequencies])
@pytest.mark.parametrize(
    "content",
    [
        b"1\n" * 4_950_000,
        b"#\n" * 4_950_000,
        b"\n" * 9_900_000,
        b"1\r" * 4_950_000,
        b"," * 9_900_000,
        b"1" * 9_900_000,
        b"1" * 60 + b"x\n" + b"y\n" * 3,
    ],
    ids=["rows", "comments", "blank", "returns", "commas", "digits", "digits and a letter"],
)
def test_what_is_much_too_long_is_refused_before_it_is_taken_apart(read, content):
    """Ten megabytes took 13 seconds, or 850 MB; a line of sixty digits and a letter, longer than anyone waits."""
    tracemalloc.start()
    started = time.process_time()
    try:
        with pytest.raises(Refusal, match=r"^f must .*\.$"):
            read(content, "f")
        assert time.process_time() - started < 2
        assert tracemalloc.get_traced_memory()[1] < 100 * 2**20
    finally:
        tracemalloc.stop()


def test_a_column_of_words_is_looked_at_for_a_thousand_rows():
    rows = "".join(f"{i},w{i}\n" for i in range(1500))
    found = read_csv("a,b\n" + rows + "1500,7\n")
    assert found.feature_names == ("a",) and found.n == 1501
    late = read_csv("a,b\n" + "1,w\n" * 900 + "2,3\n" * 1000)
    assert late.feature_names == ("a", "b") and late.n == 1000


def test_absurd_values_in_columns_that_are_left_out_do_no_harm():
    found = read_csv("a,b\n1,inf\n2,x\n3,y")
    assert found.X.ravel().tolist() == [1, 2, 3]


@pytest.mark.parametrize("seed", range(40))
def test_random_bytes_give_a_table_or_a_sentence(seed):
    rng = np.random.default_rng(seed)
    pieces = ["1", "2.5", "x", ",", ";", "\t", "\n", "\r\n", '"', "NA", "inf", " ", "#", "é", "'", "1,5", "=", "\x1a"]
    content = "".join(rng.choice(pieces, 200)).encode("utf-8" if seed % 2 else "latin-1")
    try:
        found = read_csv(content)
    except ValueError as refused:
        assert str(refused).startswith("your data must") and str(refused).endswith(".")
    else:
        assert found.n >= 2 and found.d >= 1 and np.isfinite(found.X).all()


# --- the target, and the record ---------------------------------------------------------------------------------------


def test_target_of_numbers_is_a_regression():
    found = read_csv("a,price,b\n1,10,2\n3,20.5,4\n5,,6\n7,30,8", target="price")
    assert found.feature_names == ("a", "b") and found.X.tolist() == [[1, 2], [3, 4], [7, 8]]
    assert found.y.tolist() == [10, 20.5, 30] and (found.task, found.target_name) == ("regression", "price")
    assert any("1 of 4 rows with a missing value, most often in price" in note for note in found.notes)
    assert found.name == "own" and found.columns == ("a", "price", "b")
    assert found.source == " ".join(["Read from your data, a file of the viewer's own, 3 rows.", *found.notes])


def test_target_of_text_or_two_values_is_classes():
    found = read_csv("kind,x\nb,1\na,2\n,3\nb,4", target="kind")
    assert found.y.tolist() == [1, -1, 1] and found.class_names == ("a", "b") and found.task == "binary"
    assert found.X.ravel().tolist() == [1, 2, 4]
    found = read_csv("x;k\n1;0\n2;1\n3;0", target="k")
    assert found.y.tolist() == [-1, 1, -1] and found.class_names == ("0", "1")
    found = read_csv("x,k\n1,c\n2,a\n3,b\n4,<a>", target="k")
    assert found.task == "multiclass" and sorted(found.y) == [0, 1, 2, 3] and "<" not in "".join(found.class_names)
    assert read_csv("1,2\n3,4\n5,6", target="x2").y.tolist() == [2, 4, 6]


@pytest.mark.parametrize("stray", ["-", "n.a.", "#DIV/0!", "<0.5", "12%", "kg"])
def test_a_text_among_a_target_of_numbers_costs_its_row(stray):
    rows = [f"{i},{i / 7}" for i in range(300)]
    rows[4] = f"4,{stray}"
    found = read_csv("\n".join(["a,y", *rows]), target="y")
    assert found.task == "regression" and found.y.tolist() == [i / 7 for i in range(300) if i != 4]
    (note,) = (each for each in found.notes if "text among numbers" in each)
    assert note.startswith("Left out: 1 of 300 rows") and "line 6, column y" in note
    binary = read_csv("\n".join(["a,y", *(f"{i / 3},{i % 2}" for i in range(60)), "7,-"]), target="y")
    assert binary.task == "binary" and binary.class_names == ("0", "1") and binary.n == 60
    thirds = read_csv("\n".join(["a,y", *(f"{i / 3},{['1', '2', stray][i % 3]}" for i in range(60))]), target="y")
    assert thirds.task == "multiclass" and thirds.n == 60  # as many as a class has
    many = read_csv("\n".join(["a,y", *(f"{i},{stray if i % 5 == 0 else i / 7}" for i in range(300))]), target="y")
    assert many.task == "regression" and many.n == 240


def test_dates_are_no_classes():
    days = "".join(f"{i / 7},2024-{i // 28 + 1:02}-{i % 28 + 1:02}\n" for i in range(60))
    said = refusal("a,day\n" + days, target="day")
    assert "classes of several rows, got 60 in 60 rows of column day, such as 2024-01-01" in said
    assert "one in column b in the rows that are not left out" in refusal("a,b\n1,u\n2,NA\n3,u\n", target="b")


@pytest.mark.parametrize(
    ("content", "target", "says"),
    [
        ("a,b\n1,2\n3,4", "c", "target must be one of the columns a, b, got 'c'"),
        ("a,b\n1,2\n3,2", "b", "at least 2 values, got one in column b"),
        ("a,b\n1,2\n3,4", 7, "name and target must be text"),
        ("b\n1\n2", "b", "a column of numbers"),
        ("a,b\n" + "".join(f"{i},k{i}\n" for i in range(200)), "b", "at most 128 classes of several rows, got 200"),
        ("a,b\n1,1e300\n3,4", "b", "column b"),
    ],
)
def test_targets_that_cannot_be_are_refused(content, target, says):
    assert says in refusal(content, target=target)


def test_without_a_target_there_are_no_answers():
    found = read_csv("1,2\n3,4\n5,6", name="mine.csv")
    assert found.y is None and found.task == ""
    for ask in (lambda: found.targets, lambda: train_test(found)):
        with pytest.raises(ValueError, match=r"^data must have targets to be learned, got mine\.csv without\.$"):
            ask()


def test_content_hash_is_of_what_was_read():
    one = read_csv("a,b\n1,2\n3,4").content_hash
    assert re.fullmatch("[0-9a-f]{16}", one)
    assert read_csv(b"\xef\xbb\xbf'a,b\n1;2".replace(b"'", b"").replace(b";", b",") + b"\n3.0,4\n").content_hash == one
    others = ["a,b\n1,2\n3,5", "a\n1\n2", "a,b\n1,3\n2,4"]
    assert len({one, *(read_csv(other).content_hash for other in others)}) == 4
    assert read_csv("a,c\n1,2\n3,4").content_hash == one  # names do not enter
    assert read_csv("a,b,k\n1,2,0\n3,4,1", target="k").content_hash != one


def test_record_is_read_only():
    found = read_csv("a,k\n1,2\n3,4", target="k")
    assert isinstance(found, Dataset)
    with pytest.raises(ValueError, match="read-only"):
        found.X[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        found.y[0] = 1
    with pytest.raises(AttributeError):
        found.label = "x"
    assert not math.isnan(found.X.sum())
