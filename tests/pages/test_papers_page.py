"""The page of the papers' tables: with nothing kept, with some of it, and a cell that is measured again."""

import pathlib

import pytest
from streamlit.testing.v1 import AppTest

from rffviz.papers import TABLES, Cell, Measured, Record, Results, results
from rffviz.papers.beside import kept_table, table_beside
from rffviz.views.papers.cell.view import chosen_cell
from rffviz.views.papers.table.view import choose_cell
from rffviz.web.jobs.worker import steps_here
from rffviz.web.settings.table import PRINTED, TABLE

pytestmark = pytest.mark.slow

KEPT = results.KEPT
ROOT = pathlib.Path(__file__).parents[2]
MC, HALTON, MM = (Cell("table2", "wine_quality", name, 50) for name in ("MC", "HALTON", "MM"))


@pytest.fixture(autouse=True)
def fresh_machine(monkeypatch, tmp_path):
    """Nothing kept, neither data folder nor cache, and no way out."""
    monkeypatch.delenv("RFFVIZ_DATA", raising=False)
    monkeypatch.setenv("RFFVIZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(results, "KEPT", tmp_path)


@pytest.fixture
def some_kept(tmp_path):
    file = Results(tmp_path / "table2.json")
    for cell, values in ((MC, (0.30, 0.31, 0.32)), (HALTON, (0.26, 0.265, 0.27)), (MM, ())):
        record = Record(cell, refused="" if values else "It is not defined here.")
        for seed, value in enumerate(values):
            record = record.plus(seed, Measured(value, 2.0, {"d": 11}))
        file.add(record)


def open_papers(**query):
    """The page after its first run with this link."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.query_params.update(query)
    app.switch_page(str(ROOT / "pages/papers.py"))
    app.run()
    assert not app.exception and not app.error
    return app


def alt(app):
    (chart,) = app.get("plotly_chart")
    return chart.proto.alt


def told(app):
    return [each.value for each in (*app.info, *app.warning)]


def labels(app):
    return [button.label for button in app.button]


def test_with_nothing_kept_the_published_numbers_stand_there():
    app = open_papers()
    assert app.header[0].value == "177 published errors, and nothing measured yet" and not told(app)
    app = open_papers(view="cell")
    assert "not measured yet, published 0.31" in app.header[0].value and not told(app)
    assert any("How long a seed takes is not known yet" in caption.value for caption in app.caption)


def test_every_table_has_its_grid(some_kept):
    for table in PRINTED:
        app = open_papers(paper=table)
        assert TABLES[table].title in alt(app) and not told(app)


def test_what_is_kept_is_counted_and_told(some_kept):
    app = open_papers()
    assert app.header[0].value == "1 of 2 published errors measured so far are met or beaten here"
    captions = " ".join(caption.value for caption in app.caption)
    assert "HALTON is larger here" in captions and "✕ MM, Wine quality: It is not defined here." in captions


def test_rows_and_columns_are_chosen(some_kept):
    app = open_papers(paper_data="wine_quality", paper_methods="mc,sample", paper_landmarks="10r")
    assert app.header[0].value == "The one published error measured so far is met or beaten here"
    app = open_papers(paper="figure2", paper_methods="mc")
    assert told(app) == ["This table has no mc: all its methods are shown instead."]


@pytest.mark.parametrize(
    ("name", "text"),
    [("paper", "table9"), ("paper_data", "MNIST"), ("cell_size", "51"), ("n_again", "11"), ("view", "all")],
)
def test_a_link_that_cannot_be_used_is_told(name, text):
    (said,) = told(open_papers(**{name: text}))
    assert f"{name} = {text}" in said and "must be" in said and "is shown instead" in said


def test_the_claims_are_told_and_one_of_them_chosen(monkeypatch):
    monkeypatch.setattr(results, "KEPT", KEPT)
    app = open_papers(view="claims")
    assert "claims are seen on all data tried" in app.header[0].value
    assert app.code[0].value == "python -m rffviz reproduce claims"
    app = open_papers(view="claims", claim="fastfood")
    assert app.header[0].value == "Fastfood has about the error of independent frequencies: contradicted here"
    assert "contradicted on all. The limit 1.1 is ours: contradicted at 1.05" in alt(app)
    assert app.code[0].value == "python -m rffviz reproduce claims --methods fastfood"
    assert {"Measure 1 seed again", "Measure 10 seeds again"} <= {*labels(app)}


def test_a_button_measures_a_claim_again(monkeypatch):
    monkeypatch.setattr(results, "KEPT", KEPT)
    monkeypatch.setattr("rffviz.web.jobs.job.steps_apart", steps_here)
    app = open_papers(view="claims", claim="nystrom_kmeans")
    (button,) = [each for each in app.button if each.label == "Measure 1 seed again"]
    button.click().run()
    assert app.query_params["n_again"] == "1" and not app.exception
    assert "1 seed measured again on 5 datasets" in alt(app)


class Now(dict):
    def put(self, name, value):
        self[name] = value


@pytest.mark.parametrize("landmarks", ["algorithm1", "r", "10r", "each"])
def test_a_click_opens_the_cell_under_the_pointer(landmarks):
    now = Now({name: parameter.default for name, parameter in TABLE.items()} | {"paper_landmarks": landmarks})
    measured_as = None if landmarks == "each" else landmarks
    entries = table_beside(kept_table("table2"), measured_as=measured_as).entries
    for place in (0, 40, len(entries) - 1):
        choose_cell(now, place)
        assert now["papers_view"] == "cell" and chosen_cell(now, kept_table("table2")) == entries[place].cell


def test_a_cell_shows_its_seeds_its_command_and_what_measuring_it_takes(some_kept, monkeypatch):
    monkeypatch.setattr("rffviz.views.papers.cell.view._missing", lambda found, cell: "")
    app = open_papers(view="cell", cell_method="halton")
    assert app.header[0].value == "HALTON on Wine quality, r = 50: 0.265 here, published 0.24"
    assert "Errors of HALTON on Wine quality, r = 50 by seed as dots" in alt(app)
    assert app.code[0].value == (
        "python -m rffviz reproduce table2 --dataset wine_quality --methods HALTON --n-freqs 50 --seeds 10"
    )
    assert {"Measure 1 seed again (about 2.0 s)", "Measure 10 seeds again (about 20 s)"} <= {*labels(app)}
    assert dict(zip(*app.dataframe[0].value.values.T, strict=True))["seeds"] == "0–2"


def test_a_button_measures_the_cell_again(some_kept, monkeypatch):
    monkeypatch.setattr("rffviz.views.papers.cell.view._missing", lambda found, cell: "")
    monkeypatch.setattr("rffviz.web.jobs.job.steps_apart", steps_here)
    monkeypatch.setattr("rffviz.papers.beside.measured", lambda table, cell, seeds: seed_of(cell, *seeds))
    app = open_papers(view="cell")
    (button,) = [each for each in app.button if each.label.startswith("Measure 1 seed")]
    button.click().run()
    assert app.query_params["n_again"] == "1" and not app.exception
    assert "1 seed measured again gives what was kept, to six digits." in alt(app)


def seed_of(cell, seed):
    return Record(cell).plus(seed, Measured((0.30, 0.32)[seed], 2.0, {"d": 11}))


def test_data_that_are_not_here_are_named_and_can_be_fetched(some_kept):
    app = open_papers(view="cell", n_again="1")
    assert not told(app) and any("wine_quality is not on this machine" in each.value for each in app.caption)
    assert "Fetch it from its public source" in labels(app)
    assert "The published number is met" in alt(app) and not any("Measure" in label for label in labels(app))


def test_a_cell_that_a_table_does_not_have_gives_way_to_its_nearest(some_kept):
    app = open_papers(view="cell", paper="figure2", cell_method="mc", cell_data="cpu")
    assert told(app) == ["This table has no MC on CPU activity: SAMPLE on CPU activity is shown instead."]
    app = open_papers(view="cell", paper="table1", cell_method="cvm", cell_data="census")
    assert not told(app) and any("no public copy" in each.value for each in app.caption)
    app = open_papers(view="cell", cell_method="mm")
    assert "not defined here" in app.header[0].value and "It is not defined here." in alt(app)
