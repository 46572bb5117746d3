"""What views take at their defaults, counted; what more of it would cost, and the button that asks for it."""

import importlib
import pathlib

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from rffviz.datasets import DATASETS, Dataset, DatasetEntry
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.jobs.repeat import Repeat
from rffviz.explorer.web.settings.table import TABLE
from rffviz.explorer.words.waiting import duration, larger_study, would_take

ROOT = pathlib.Path(__file__).parents[2]
FEW = {"n_points": "30", "n_learned": "4"}
SIZES = 15  # numbers of frequencies of a curve
# What is repeated in the jobs of each view at its defaults. With these it has its first picture a second or two after
# the page, and is whole within 20 s, on two cores that do nothing else: measure before they grow.
REPEATED = {
    "adaptive/weights": [{"n_landmarks": 200}],
    "adaptive/learning": [{"n_freqs": 40, "n_landmarks": 200, "n_iterations": 100}],
    "adaptive/landmarks": [{"seeds": 1, "kinds": 3, "n_landmarks": 4, "n_freqs": 40, "drawn_seeds": 20}],
    "prediction/line": [{"n_freqs": 11, "n_draws": 0}],
    "prediction/surfaces": [{"methods": 4, "size": 256}],
    "prediction/real_data": [{"splits": 3, "methods": 4, "sizes": 6}],
    "prediction/image": [{"length_scales": 8, "n_freqs": 512}],
    "prediction/cost": [{"n_points": 8, "n_freqs": 256, "most_exact": 3200}],
    "prediction/attention_cost": [{"n_tokens": 9, "n_freqs": 256, "most_exact": 16_384}],
    "prediction/kernel_error": [{"n_seeds": 12, "sampler": 3, "n_freqs": 6}],
    "prediction/descent": [{"n_seeds": 12}],
    "convergence/curve": 3 * [{"n_freqs": SIZES, "seeds": 12}],
    "convergence/exceedance": 3 * [{"n_freqs": SIZES, "seeds": 12}],
    "schemes/bias": 2 * [{"seeds": 60, "n_freqs": 256, "d": 10}],
}


class Defaults(dict):
    """The settings of a page that was just opened."""

    def holds(self, query):
        return False


@pytest.fixture(autouse=True)
def small_table(monkeypatch):
    """A stand-in for the data of the 2007 table."""
    X = np.random.default_rng(0).uniform(0, 1, (80, 3))
    data = Dataset("small", "Small", X, X.sum(axis=1), "regression", "made here", split=np.arange(80) % 4 // 3)
    monkeypatch.setitem(DATASETS, "cpu_rr2007", DatasetEntry("cpu_rr2007", "Small", "bundled", lambda: data))


@pytest.mark.parametrize("name", REPEATED)
def test_a_view_begins_with_no_more_than_takes_a_moment(name):
    page, _, chosen = name.partition("/")
    view = next(view for view in importlib.import_module(f"pages.{page}").PAGE.views if view.name == chosen)
    now = Defaults({name: parameter.default for name, parameter in TABLE.items()})
    jobs = view.jobs(now, view.draw_inputs(now))
    jobs = [jobs] if isinstance(jobs, Job) else [*jobs.values()] if isinstance(jobs, dict) else jobs
    sizes = [{name: job.arguments[name] for name in wanted} for job, wanted in zip(jobs, REPEATED[name], strict=True)]
    assert [{k: v if isinstance(v, int) else len(v) for k, v in each.items()} for each in sizes] == REPEATED[name]


@pytest.mark.release
@pytest.mark.parametrize(
    ("page", "query", "setting", "one"),
    [
        ("adaptive", {"view": "landmarks", **FEW}, "n_compared", "seed"),
        (
            "prediction",
            {"view": "real_data", "n_points": "30", "method": "fourier", "n_splits": "1"},
            "n_splits",
            "split",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_button_asks_for_more_and_says_what_it_costs(page, query, setting, one):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=200)
    for name, text in query.items():
        app.query_params[name] = text
    app.switch_page(str(ROOT / f"pages/{page}.py"))
    app.run()
    assert not app.exception and not app.error
    assert any(caption.value.startswith(f"1 {one} took ") for caption in app.caption)
    (button,) = [button for button in app.button if button.key == "more-asked"]
    assert button.label.startswith(f"Run 3 {one}s (about ") and button.label.endswith(" s)")
    button.click().run()
    assert not app.exception and app.query_params.get(setting) == (None if TABLE[setting].default == 3 else "3")
    assert any(caption.value.startswith(f"3 {one}s took ") for caption in app.caption)
    (button,) = [button for button in app.button if button.key == "more-asked"]
    assert button.label.startswith(f"Run 10 {one}s (about ")


@pytest.mark.release
def test_links_of_earlier_versions_ask_for_seeds_by_their_former_name():
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=200)
    for name, text in {"view": "landmarks", "n_learnings": "2", **FEW}.items():
        app.query_params[name] = text
    app.switch_page(str(ROOT / "pages/adaptive.py"))
    app.run()
    assert any(caption.value.startswith("2 seeds took ") for caption in app.caption)


def test_more_is_three_times_as_many_or_all():
    more = Repeat("n_splits", "split")
    assert [more.next(n) for n in (1, 2, 3, 4, 7, 20)] == [3, 10, 10, 20, 20, 20]


def test_what_is_done_once_is_not_repeated():
    more = Repeat("n_splits", "split", once=lambda record: 2.0)
    assert more.expected(None, 11.0, 3, 10) == 2 + 10 * 3 and more.expected(None, 1.0, 3, 10) == 1


def test_seconds_in_words():
    assert [duration(seconds) for seconds in (0.01, 0.44, 9.94, 9.96, 119, 150)] == [
        *("0.1 s", "0.4 s", "9.9 s", "10 s", "119 s", "2 min")
    ]
    assert would_take(1, "seed", 9.0, 3, 27.0) == "1 seed took 9.0 s; 3 would take about 27 s."
    assert larger_study(20, "draw", 240) == "Run 20 draws (about 4 min)"
