"""What a viewer is shown of something that failed, and of a view that is left."""

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from rffviz.explorer.web import shell


def _page():
    import numpy as np

    from rffviz.explorer.web.shell import explain
    from rffviz.kernels import Gaussian
    from rffviz.samplers import draw

    def broken(kernel, d, n_freqs, rng):
        return np.zeros(n_freqs) @ np.zeros(n_freqs + 1)[:, None, None] or {}["nothing"]

    try:
        draw(broken, Gaussian(), 2, 8, np.random.default_rng(0))
    except ValueError as error:
        explain(error)
    try:
        draw("monte_carlo", Gaussian(), 0, 8, np.random.default_rng(0))
    except ValueError as error:
        explain(error)


@pytest.mark.parametrize(
    ("address", "headers", "shown"),
    [
        ("127.0.0.1", {}, True),
        ("localhost", {}, True),
        ("::1", {}, True),
        ("127.0.0.1", {"X-Forwarded-For": "192.168.0.8"}, False),
        ("0.0.0.0", {}, False),
        ("192.168.0.7", {}, False),
        (None, {}, False),
    ],
)
def test_the_traceback_of_a_scheme_is_shown_on_loopback_alone(address, headers, shown, monkeypatch):
    option = st.get_option
    monkeypatch.setattr(type(st.context), "headers", headers)
    monkeypatch.setattr(st, "get_option", lambda name: address if name == "server.address" else option(name))
    app = AppTest.from_function(_page, default_timeout=30).run()
    assert len(app.warning) == 2 and "sampler = 'broken' is not defined here" in app.warning[0].value
    assert [each.label for each in app.expander] == ["Traceback"] * shown  # of the second warning there is none
    if shown:
        (code,) = app.code
        assert "in broken" in code.value and "ValueError" in code.value


def test_of_other_views_nothing_stays_and_of_a_view_left_early_its_own_figure(monkeypatch):
    here, beside, elsewhere = ("prediction", "line"), ("prediction", "data"), ("kernel", "line")
    said = []
    monkeypatch.setattr(shell.st, "html", said.append)
    monkeypatch.setattr(shell.st, "empty", lambda: said.append(""))
    for in_sight, last in (
        ({here}, "line"),
        ({beside, here}, "data-1"),
        ({elsewhere}, "line"),
        ({beside, here}, "line"),
    ):
        monkeypatch.setattr(shell, "shown", lambda last=last: last)
        shell._hide_others(here, in_sight)
    hides = ['[data-stale="true"]' in style for style in said]
    keeps = ['[data-stale="true"]:not([class*="st-key-line-"]' in style for style in said]
    assert hides == [False, True, True, True] and keeps == [False, False, False, True]
