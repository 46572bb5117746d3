"""Every view of convergence runs, on data of one's own too."""

import importlib
import json
from itertools import cycle

import pytest

from rffviz.explorer.web.jobs.work import Workshop
from tests.views.opening import details, open_page, opened, sentences, widget

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


VIEWS = [view.name for view in importlib.import_module("pages.convergence").PAGE.views]


@pytest.mark.release
def test_the_number_of_points_is_a_limit_and_called_one():
    """1,000 are asked for and Diabetes has 442."""
    app = open_page("convergence", n_seeds="1", sampler="monte_carlo")
    assert widget(app.select_slider, "n_points").label == "Points, at most"
    assert "442 points" in details(app)


@pytest.mark.release
def test_whitening_is_said_and_refused_with_a_reason():
    app = open_page("convergence", whiten="1", n_seeds="1")
    assert "Diabetes, whitened, 442 points" in details(app) and not sentences(app)
    app = open_page("convergence", whiten="1", n_seeds="1", dataset="own")
    rows = "\n".join(f"{i % 7},{(i * i) % 11},{i % 7 + (i * i) % 11}" for i in range(60))
    app.get("file_uploader")[0].set_value(("sums.csv", f"a,b,c\n{rows}\n".encode(), "text/csv")).run()
    assert not app.exception and not app.error
    (said,) = sentences(app)
    assert said.startswith("The data are not whitened. X must have linearly independent columns")
    assert "sums.csv, 60 points, d = 3" in details(app)


@pytest.mark.slow
@pytest.mark.parametrize(("view", "kernel"), list(zip(VIEWS, cycle(["cauchy", "laplacian", "gaussian"]))))
def test_every_view_of_the_convergence_page_runs(view, kernel):
    app = open_page("convergence", view=view, kernel=kernel, n_seeds="2", sampler="monte_carlo,sobol", n_points="50")
    assert not app.exception and not app.error and not sentences(app)
    assert len(app.get("plotly_chart")) >= 1


@pytest.mark.release
@pytest.mark.parametrize("view", ["curve", "beside", "matrices"])
def test_a_step_that_comes_twice_is_drawn_as_one(view, monkeypatch):
    """Whoever watches a job may see its last step again when the job has ended."""
    follow = Workshop._follow

    def twice(self, job):
        for step in follow(self, job):
            yield step
            yield step

    monkeypatch.setattr(Workshop, "_follow", twice)
    app = open_page("convergence", view=view, n_seeds="2", sampler="monte_carlo", n_points="40", seed="77")
    assert not app.exception and not app.error


@pytest.mark.release
def test_own_file_is_asked_for_and_the_default_shown_until_it_is_there():
    app = open_page("convergence", dataset="own", n_seeds="1")
    assert not app.exception and not app.error
    assert any("choose one beside" in s and "Diabetes is shown instead" in s for s in sentences(app))


@pytest.mark.release
def test_own_file_is_shown_with_what_was_left_out():
    rows = "\n".join(f"{i % 7},{(i * i) % 11},7,word" for i in range(60))
    app = open_page("convergence", dataset="own", n_seeds="1")
    app.get("file_uploader")[0].set_value(("mine.csv", f"a,b,c,d\n{rows}\n,1,7,word\n".encode(), "text/csv")).run()
    assert not app.exception and not app.error
    said = details(app)
    assert "mine.csv" in said and "60 points, d = 2" in said
    assert (
        "Left out, being constant: c. Left out of the inputs, not being numbers: d (word). Left out: 1 of 61 rows"
        in said
    )


@pytest.mark.release
def test_where_no_chosen_scheme_is_defined_monte_carlo_is_shown():
    settings = {"kernel": "laplacian", "sampler": "orthogonal", "n_seeds": "1"}
    app = open_page("convergence", view="curve", **settings)
    assert not app.exception and not app.error
    assert len(app.get("plotly_chart")) == 1
    assert any("Orthogonal is left out" in s for s in sentences(app))


@pytest.mark.slow
def test_a_file_that_is_refused_gets_one_notice():
    app = open_page("convergence", dataset="own", n_seeds="1", sampler="monte_carlo")
    app.get("file_uploader")[0].set_value(("bad.csv", b"a,b\nred,blue\ngreen,red\n", "text/csv")).run()
    notices = [each.value for kind in (app.warning, app.info, app.error) for each in kind]
    assert len(notices) == 1 and "is shown instead" in notices[0] and "No file of your own" not in notices[0]


@pytest.mark.release
def test_the_colours_of_matrices_do_not_depend_on_the_d_in_sight():
    limits = [
        json.loads(opened("convergence", view="matrices", n_freqs=n).get("plotly_chart")[0].proto.spec)["layout"]
        for n in ("1", "20")
    ]
    first, second = (each["coloraxis2"] for each in limits)
    assert (first["cmin"], first["cmax"]) == (second["cmin"], second["cmax"])
