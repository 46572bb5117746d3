"""The row of 2007 names the smallest error."""

from rffviz.figures.standalone import standalone_html
from rffviz.figures.theme import LIGHT
from tests.views.prediction.prediction_records import CASES


def test_row_of_2007_names_the_smallest_error():
    made = CASES["table1"](LIGHT)
    assert made.title == "Binning + least squares has the smallest error here, 2.90 %; published: 5.3 %"
    assert "trained on 9 of the training points" in made.notes[0]
    assert "exact machine was trained" not in CASES["table1-early"](LIGHT).notes[0]
    assert made.columns["draws (%)"][0] == "3.30–3.50" and made.columns["size"][0] == "300 frequencies"
    document = standalone_html(made)
    assert "<th scope='row'>Fourier + least squares</th><td><span>published (%): </span>3.6</td>" in document
