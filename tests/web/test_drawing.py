"""Points of the viewer's own: what the browser sends is checked, what is pasted is read, too few are refused."""

import json

import pytest

from rffviz.datasets import plane_dataset
from rffviz.explorer.web.components.drawing import checked, pasted


def test_only_finite_triples_are_kept():
    sent = [[0.5, -1, 1], [1, 2, -1], [1, 2], ["a", 1, 1], [1, None, 1], [1e9, 0, 1], [True, 0, 1], "x", [0, 0, 7]]
    assert checked(json.dumps(sent)) == [[0.5, -1.0, 1], [1.0, 2.0, -1], [0.0, 0.0, 1]]
    assert checked("[[NaN, 0, 1], [Infinity, 0, 1]]") == []
    assert checked("not json") == checked('{"a": 1}') == checked("5") == []
    assert checked(f"[[{'9' * 401}, 0, 1]]") == checked("[" * 100_000) == []
    assert checked(None) == []
    assert len(checked(json.dumps([[0, 0, 1]] * 2000))) == 1000


def test_pasted_columns():
    assert pasted("0.5, 1.2\n-1, 0.3\n2, 2") == [[0.5, 1.2, -1], [-1.0, 0.3, -1], [2.0, 2.0, -1]]
    assert pasted(b"a;b;c\n0,5;1;0\n1;2;1\n2;1;0") == [[0.5, 1.0, -1], [1.0, 2.0, 1], [2.0, 1.0, -1]]


def test_classes_are_signs_where_they_can_be():
    assert [row[2] for row in pasted("1,2,1\n0,2,1\n2,1,1")] == [1, 1, 1]
    assert [row[2] for row in pasted("1,2,-1\n0,2,1\n2,1,-1")] == [-1, 1, -1]
    assert [row[2] for row in pasted("1,2,5\n0,2,7\n2,1,5")] == [-1, 1, -1]


def test_points_stay_where_they_are():
    assert pasted("100, 0\n200, 10\n300, 2000") == [[100, 0, -1], [200, 10, -1], [300, 2000, -1]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1\n2\n3", "The points must have 2 columns of numbers, or 3 with the class, got 1"),
        ("1,2,3,4\n5,6,7,8", "The points must have 2 columns of numbers, or 3 with the class, got 4"),
        ("1,2\n2e6,3\n4,5", "The points must lie within ±1,000,000, got 2e\\+06"),
        ("1,2,3\n5,6,7\n8,9,9", "The third column must hold two classes, got 3 values"),
        ("\n".join("1,2" for _ in range(1001)), "The points must be at most 1,000, got 1,001"),
    ],
)
def test_pasted_refusals(text, said):
    with pytest.raises(ValueError, match=f"^{said}"):
        pasted(text)


def test_dataset_of_points():
    data = plane_dataset([[0, 0, -1], [1, 2, 1], [2, 1, -1]])
    assert data.X.tolist() == [[0, 0], [1, 2], [2, 1]] and data.y.tolist() == [-1, 1, -1]
    assert data.task == "binary" and data.n == 3


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ([], "Draw at least 3 points, or paste them: there are 0"),
        ([[0, 0, 1]] * 2, "Draw at least 3 points, or paste them: there are 2"),
        ([[1, y, 1] for y in range(4)], "The points must vary along both axes: all 4 have the same x₁"),
        ([[x, 1, 1] for x in range(4)], "The points must vary along both axes: all 4 have the same x₂"),
    ],
)
def test_too_few_points(points, said):
    with pytest.raises(ValueError, match=f"^{said}"):
        plane_dataset(points)
