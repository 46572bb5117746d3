"""A view offers the settings that it reads: a control that changes nothing would be moved in vain.

At the defaults, and for views with jobs; what is read with a record is listed, not tried.
"""

import importlib

import pytest

import app as explorer
from rffviz.explorer.web.settings.table import TABLE

VIEWS = [view for name in explorer.PAGES for view in importlib.import_module(f"pages.{name}").PAGE.views]
WITH_RECORD = {  # what a view reads only once its record is there
    "curve": {"epsilon", "bound", "confidence"},
    "exceedance": {"epsilon", "bound", "confidence"},
    "cloud": {"points", "first_axis", "second_axis"},
    "norms_and_directions": {"polar"},
    "learning": {"wave"},
}


class Read(dict):
    """Settings that note which of them are read."""

    names = frozenset()

    def __getitem__(self, name):
        self.names |= {name}
        return super().__getitem__(name)

    def holds(self, query):
        return False


@pytest.mark.parametrize("view", [view for view in VIEWS if view.jobs], ids=lambda view: view.name)
def test_every_setting_that_is_offered_is_read(view, fresh_machine):
    settings = Read({name: parameter.default for name, parameter in TABLE.items()})
    offered = {name for name in (*view.sidebar, *view.controls, *view.options) if view.matters(name, dict(settings))}
    view.jobs(settings, view.draw_inputs(settings))
    assert offered - settings.names - {view.scrub} == WITH_RECORD.get(view.name, set())
