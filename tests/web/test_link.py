"""The link, the widgets and the values in step, as far as it needs no browser: whose word counts in which run."""

import pytest
from streamlit.runtime.state.query_params_proxy import QueryParamsProxy
from streamlit.testing.v1 import AppTest


def _page():
    import streamlit as st

    from rffviz.explorer.web.settings.link import Settings
    from rffviz.explorer.web.settings.table import TABLE

    settings = Settings(TABLE, ("n_freqs",), "a page", {})
    settings.draw("n_freqs")
    st.session_state["shown"] = settings["n_freqs"]
    if st.session_state.get("cut short"):
        st.stop()
    settings.finish()


class Tab:
    """A viewer's tab: a slider that is moved, and an address that lags behind as that of a busy browser does."""

    def __init__(self, told):
        self.told = told  # the links the browser was sent
        self.app = AppTest.from_function(_page)
        self.run({})

    def run(self, address, value=None):
        """One run, asked for while the browser's address was `address`, after the slider was moved to `value`."""
        self.app.query_params.clear()
        self.app.query_params.update(address)
        slider = self.app.select_slider[0] if value is not None else None
        (slider.set_value(value) if slider else self.app).run()
        assert not self.app.exception
        return self.shown

    @property
    def shown(self):
        return self.app.session_state["shown"]


@pytest.fixture
def tab(monkeypatch):
    told, tell = [], QueryParamsProxy.from_dict
    monkeypatch.setattr(
        QueryParamsProxy, "from_dict", lambda self, query: (told.append(dict(query)), tell(self, query))
    )
    return Tab(told)


@pytest.mark.slow
def test_a_link_of_moves_before_the_last_does_not_take_the_setting_back(tab):
    assert tab.run({}, 512) == 512
    assert tab.run({}, 1024) == 1024  # the browser has heard of neither
    assert tab.run({"n_freqs": "512"}, 2048) == 2048  # it has heard of the first alone
    assert tab.run({"n_freqs": "1024"}, 4096) == 4096
    assert tab.run({"n_freqs": "2048"}) == 4096
    assert tab.told[-1] == {"n_freqs": "4096"}


@pytest.mark.slow
def test_there_and_back_again_is_told_though_the_browser_has_not_heard_of_the_way_there(tab):
    assert tab.run({}, 512) == 512
    assert tab.told == [{"n_freqs": "512"}]
    assert tab.run({}, 256) == 256
    assert tab.told == [{"n_freqs": "512"}, {}]


def test_the_browser_is_told_nothing_that_it_holds(tab):
    tab.run({}, 512)
    for _ in range(3):
        tab.run({"n_freqs": "512"})
    assert tab.told == [{"n_freqs": "512"}]


def test_a_link_whose_run_was_cut_short_is_told_by_the_next_run(tab):
    tab.app.session_state["cut short"] = True
    tab.run({"n_freqs": "64"})
    tab.told.clear()  # the browser never hears of it
    tab.app.session_state["cut short"] = False
    for _ in range(2):  # the same link, clicked twice more
        tab.run({"n_freqs": "64"})
    assert tab.told == [{"n_freqs": "64"}]


@pytest.mark.parametrize("text, value", [("64", 64), ("nonsense", 256)])
def test_a_link_nobody_was_sent_rules_over_the_widget(tab, text, value):
    tab.run({}, 512)
    assert tab.run({"n_freqs": text}) == value
    assert tab.app.select_slider[0].value == value
