"""Under the figures the mathematics unfolds, and terms are explained, in every layout of a page."""

import pytest

from tests.views.opening import details, opened

SMALL = {"n_seeds": "2", "sampler": "monte_carlo", "n_points": "40"}

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


@pytest.mark.release
@pytest.mark.parametrize(
    ("page", "query", "times"),
    [
        ("start", {}, 1),
        ("convergence", SMALL, 1),
        ("convergence", SMALL | {"view": "beside"}, 1),
        ("schemes", {"view": "norms_and_directions"}, 1),
        ("schemes", {"view": "norms_and_directions", "polar": "directions"}, 1),
        ("schemes", {"view": "bias", "n_draws": "20"}, 1),
        ("prediction", {"n_freqs": "16"}, 1),
        ("prediction", {"view": "surfaces", "n_freqs": "16", "axis_ratio": "4"}, 1),
        ("kernel", {"view": "spectrum_plane", "n_freqs": "16", "axis_ratio": "4"}, 1),
    ],
)
def test_the_mathematics_unfolds_under_every_figure(page, query, times):
    app = opened(page, **query)
    unfolded = [each for each in app.expander if each.label == "The mathematics"]
    assert len(unfolded) == times
    for each in unfolded:
        assert len(each.latex) >= 3 and each.caption[0].value.startswith("Source: ")
    folded = [each.proto.body for each in app.get("html") if "class='details'" in each.proto.body]
    assert len(folded) >= times and any('class="term" tabindex="0" title="' in each for each in folded)
    assert any("$k(\\delta)=" in caption.value for caption in app.sidebar.caption) == (page != "kernel")


@pytest.mark.release
@pytest.mark.parametrize("query", [{}, {"cell": "1"}, {"view": "survey"}], ids=str)  # the last leads away
def test_kept_numbers_have_their_origin_under_details(query):
    assert len(details(opened("papers", **query))) > 60
