"""Over the table a cell shows its seeds and its command, and is measured again."""

import pytest

from rffviz.explorer.web.jobs.worker import steps_here
from rffviz.papers import Measured, Record
from tests.views.opening import opened, sentences
from tests.views.papers.papers_page import labels

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("nothing_kept")]


def alt(app):
    """What is said of the figure in the dialog."""
    return app.get("dialog")[0].get("plotly_chart")[0].proto.alt


@pytest.mark.release
def test_a_link_with_a_cell_opens_the_dialog_and_one_without_does_not(some_kept):
    app = opened("papers", cell="1", cell_method="halton")
    (dialog,) = [each for each in app.get("dialog") if each.proto.dialog.is_open]
    assert dialog.proto.dialog.title == "How was one number of a table measured?"
    assert dialog.header[0].value.startswith("HALTON on Wine quality, D = 50") and len(dialog.get("plotly_chart")) == 1
    assert app.title[0].value == "How do errors measured here compare with the published ones?"
    assert not opened("papers", cell_method="halton").get("dialog")


def test_a_cell_shows_its_seeds_its_command_and_what_measuring_it_takes(some_kept, monkeypatch):
    monkeypatch.setattr("rffviz.explorer.views.papers.table.view._missing", lambda found, cell: "")
    app = opened("papers", cell="1", cell_method="halton")
    assert app.header[1].value == "HALTON on Wine quality, D = 50: 4.0 SDs above the published error"
    assert "Errors of HALTON on Wine quality, D = 50 by seed as dots" in alt(app)
    assert app.get("dialog")[0].code[0].value == (
        "python -m rffviz reproduce table2 --dataset wine_quality --methods HALTON --n-freqs 50 --seeds 10"
    )
    assert {"Measure 1 seed again (about 2.0 s)", "Measure 10 seeds again (about 20 s)"} <= {*labels(app)}


@pytest.mark.release
def test_a_button_measures_the_cell_again(some_kept, monkeypatch):
    monkeypatch.setattr("rffviz.explorer.views.papers.table.view._missing", lambda found, cell: "")
    monkeypatch.setattr("rffviz.explorer.web.jobs.job.steps_in_process", steps_here)
    monkeypatch.setattr("rffviz.papers.beside.measured", lambda table, cell, seeds: seed_of(cell, *seeds))
    app = opened("papers", cell="1")
    (button,) = [each for each in app.button if each.label.startswith("Measure 1 seed")]
    button.click().run()
    assert app.query_params["n_again"] == "1" and not app.exception
    assert "measured again: as stored, to six digits" in alt(app)


def seed_of(cell, seed):
    return Record(cell).plus(seed, Measured((0.30, 0.32)[seed], 2.0, {"d": 11}))


def test_data_that_are_not_here_are_named_and_can_be_fetched(some_kept):
    app = opened("papers", cell="1", n_again="1")
    assert not sentences(app) and any("wine_quality is not on this machine" in each.value for each in app.caption)
    assert "Fetch it from its public source" in labels(app)
    assert "the mean here rounds to the published error" in alt(app) and not any(
        "Measure" in label for label in labels(app)
    )


def test_a_cell_that_a_table_does_not_have_gives_way_to_its_nearest(some_kept):
    app = opened("papers", cell="1", paper="figure2", cell_method="mc", cell_data="cpu")
    assert sentences(app) == ["This table has no MC on CPU activity: SAMPLE on CPU activity is shown instead."]
    app = opened("papers", cell="1", paper="table1", cell_method="cvm", cell_data="census")
    assert not sentences(app) and any("no public copy" in each.value for each in app.caption)
    app = opened("papers", cell="1", cell_method="mm")
    assert app.header[1].value == "moment matching on Wine quality, D = 50: not defined here"
