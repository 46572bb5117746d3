"""The explorer's own JavaScript: every file is a module or a script that the browser can read."""

import pathlib

import pytest

SCRIPTS = sorted((pathlib.Path(__file__).parents[2] / "rffviz").rglob("*.js"))


def test_no_script_has_a_mistake_of_syntax(window):
    page = window.new_page()
    for path in SCRIPTS:
        text = path.read_text()
        load = "text => { new Function(text) }"  # read, not run: scripts of whole documents look for their parts
        if "export default" in text:
            load = (
                "text => import(URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))).then(Object.keys)"
            )
        assert page.evaluate(load, text) in (["default"], None), path.name
        with pytest.raises(Exception, match="SyntaxError"):
            page.evaluate(load, text + "\n}")
    page.close()
