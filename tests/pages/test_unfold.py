"""Under the figures the mathematics unfolds, and terms are explained, in every layout of a page."""

import pathlib

import pytest
from streamlit.testing.v1 import AppTest

ROOT = pathlib.Path(__file__).parents[2]
SMALL = {"n_seeds": "2", "sampler": "monte_carlo", "n_points": "40"}

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def fresh_machine(monkeypatch, tmp_path):
    """Neither data folder nor cache."""
    monkeypatch.delenv("RFFVIZ_DATA", raising=False)
    monkeypatch.setenv("RFFVIZ_CACHE", str(tmp_path))


@pytest.mark.parametrize(
    ("page", "query", "times"),
    [
        ("start", {}, 1),
        ("convergence", SMALL, 1),
        ("convergence", SMALL | {"view": "beside"}, 1),
        ("schemes", {"view": "radius"}, 1),
        ("schemes", {"view": "bias", "n_draws": "20"}, 1),
        ("prediction", {"n_freqs": "16"}, 1),
        ("prediction", {"view": "surfaces", "n_freqs": "16", "axis_ratio": "4"}, 1),
        ("kernel", {"view": "spectrum_plane", "n_freqs": "16", "axis_ratio": "4"}, 1),
    ],
)
def test_the_mathematics_unfolds_under_every_figure(page, query, times):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.query_params.update(query)
    if page != "start":
        app.switch_page(str(ROOT / f"pages/{page}.py"))
    app.run()
    assert not app.exception and not app.error
    unfolded = [each for each in app.expander if each.label == "The mathematics"]
    assert len(unfolded) == times
    for each in unfolded:
        assert len(each.latex) >= 3 and each.caption[0].value.startswith("Source: ")
    explained = [each.proto.body for each in app.get("html") if 'class="terms"' in each.proto.body]
    assert len(explained) >= times and all('tabindex="0" title="' in each for each in explained)
    assert page == "kernel" or any("$k(\\delta)=" in caption.value for caption in app.sidebar.caption)
