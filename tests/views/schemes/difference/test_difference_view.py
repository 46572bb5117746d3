"""Two samples are compared where their dimensions agree."""

import numpy as np
import pytest

from rffviz.explorer.web.settings.table import TABLE
from rffviz.samplers import SAMPLERS, draw
from rffviz.samplers.own import own_scheme
from tests.views.opening import headline, open_page, sentences
from tests.views.schemes.schemes_page import upload

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


@pytest.mark.parametrize("d", ["1", pytest.param("784", marks=pytest.mark.release)])
def test_a_is_compared_with_b(d):
    app = open_page(
        "schemes", view="difference", dimension=d, n_draws="20", n_freqs="64", a="two_gammas", b="monte_carlo"
    )
    assert not app.exception and not app.error and not sentences(app)
    assert headline(app).startswith("A and B have different distributions, in norms")
    table = next(part.proto.body for part in app.get("html") if "class='cells wordy'" in part.proto.body)
    assert "chip costly'>different in " in table and "ratio of <abbr" in table
    assert "A against B" in table and "no difference found" in table
    same = open_page("schemes", view="difference", dimension=d, n_draws="3", n_freqs="16", a="monte_carlo")
    assert headline(same) == "A and B give the same frequencies for every seed"


def test_files_are_compared_where_their_dimensions_agree():
    app = open_page("schemes", view="difference", a="own", b="own")
    assert not app.exception and not app.error and not app.get("plotly_chart")
    rng = np.random.default_rng(0)
    upload(app, 0, "three.npy", rng.standard_normal((200, 3)))
    upload(app, 1, "two.npy", rng.standard_normal((200, 2)))
    assert "A has 3 dimensions and B 2: they cannot be compared." in sentences(app)
    upload(app, 1, "long.npy", 2 * rng.standard_normal((200, 3)))
    assert headline(app).startswith("A and B have different distributions") and not app.error
    assert any(
        "are compared in groups, as if they were independent" in details.proto.body for details in app.get("html")
    )


@pytest.mark.release
def test_b_becomes_the_scheme_that_ones_own_is_nearest_to(monkeypatch):
    def mine(kernel, d, n_freqs, rng):
        return draw("simplex", kernel, d, n_freqs, rng).W

    monkeypatch.setitem(SAMPLERS, "mine", own_scheme(mine, "mine"))
    monkeypatch.setitem(TABLE["a"].options, "mine", "Mine")
    app = open_page("schemes", view="difference", a="mine", b="orthogonal", dimension="4", n_freqs="32", n_draws="20")
    assert headline(app).endswith("; only the dependence between frequencies differs")
    app.button(key="nearest").click().run()
    assert not app.exception and app.query_params["b"] == "simplex"
    assert headline(app).endswith("; no difference found")
    other = open_page("schemes", view="difference", a="simplex", n_draws="3", n_freqs="16")
    assert not [each for each in other.button if each.key == "nearest"]
