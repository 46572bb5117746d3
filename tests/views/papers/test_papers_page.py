"""The page of the papers' tables: with nothing kept, with some of it, and a cell that is measured again."""

import pytest

from rffviz.explorer.views.papers.table.view import choose_cell, chosen_cell, close_cell
from rffviz.explorer.web.settings.table import TABLE
from rffviz.papers.beside import kept_table, table_beside
from tests.views.opening import opened, sentences

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("nothing_kept")]


@pytest.mark.release
def test_with_nothing_kept_the_published_numbers_stand_there():
    app = opened("papers")
    assert app.header[0].value == "177 published errors, and nothing measured yet" and not sentences(app)
    app = opened("papers", cell="1")
    assert app.header[1].value.endswith(": not measured yet") and not sentences(app)
    assert any("How long a seed takes is not known yet" in caption.value for caption in app.caption)


@pytest.mark.parametrize(
    ("name", "text"),
    [("paper", "table9"), ("paper_data", "MNIST"), ("cell_size", "51"), ("n_again", "11"), ("view", "all")],
)
def test_a_link_that_cannot_be_used_is_told(name, text):
    (said,) = sentences(opened("papers", **{name: text}))
    assert f"{name} = {text}" in said and "must be" in said and "is shown instead" in said


class Now(dict):
    def put(self, name, value):
        self[name] = value


@pytest.mark.parametrize("landmarks", ["algorithm1", "r", "10r", "each"])
def test_a_click_opens_the_cell_under_the_pointer(landmarks):
    now = Now({name: parameter.default for name, parameter in TABLE.items()} | {"paper_landmarks": landmarks})
    before = dict(now)
    measured_as = None if landmarks == "each" else landmarks
    entries = table_beside(kept_table("table2"), measured_as=measured_as).entries
    for place in (0, 40, len(entries) - 1):
        choose_cell(now, place)
        assert now["cell"] and chosen_cell(now, kept_table("table2")) == entries[place].cell
        close_cell(now)
        assert now == before
