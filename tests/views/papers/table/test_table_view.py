"""Every table has its grid, which counts what is kept."""

import pytest

from rffviz.explorer.web.settings.table import PRINTED
from rffviz.papers import TABLES
from tests.views.opening import alt, opened, sentences

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("nothing_kept")]


@pytest.mark.release
def test_every_table_has_its_grid(some_kept):
    for table in PRINTED:
        app = opened("papers", paper=table)
        assert TABLES[table].title in alt(app) and not sentences(app)


@pytest.mark.release
def test_what_is_kept_is_counted_and_told(some_kept):
    app = opened("papers")
    assert app.header[0].value == "We match or beat 1 of 2 published errors measured so far"
    assert "met: 1; smaller here: 0; larger here: 1" in alt(app)


def test_rows_and_columns_are_chosen(some_kept):
    app = opened("papers", paper_data="wine_quality", paper_methods="mc,sample", paper_landmarks="10r")
    assert app.header[0].value == "We match or beat the one published error measured so far"
    app = opened("papers", paper="figure2", paper_methods="mc")
    assert sentences(app) == ["This table has no mc: all its methods are shown instead."]
