"""The explorer's own JavaScript: every file is a module that the browser can read."""

import pathlib

import pytest

SCRIPTS = sorted((pathlib.Path(__file__).parents[2] / "rffviz").rglob("*.js"))


@pytest.mark.parametrize("path", SCRIPTS, ids=[path.name for path in SCRIPTS])
def test_a_script_is_a_module_without_a_mistake_of_syntax(window, path):
    page = window.new_page()
    load = (
        "text => import(URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))).then(m => Object.keys(m))"
    )
    assert page.evaluate(load, path.read_text()) in (["default"], [])
    with pytest.raises(Exception, match="SyntaxError"):
        page.evaluate(load, path.read_text() + "\n}")
    page.close()
