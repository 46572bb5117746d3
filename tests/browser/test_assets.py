"""The explorer's own JavaScript: every file is a module or a script that the browser can read."""

import pathlib

SCRIPTS = sorted((pathlib.Path(__file__).parents[2] / "rffviz").rglob("*.js"))


def test_no_script_has_a_mistake_of_syntax(window):
    page, found = window.new_page(), []
    for path in SCRIPTS:
        text = path.read_text()
        load = "text => { new Function(text) }"  # read, not run: scripts of whole documents look for their parts
        if "export default" in text:
            load = (
                "text => import(URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))).then(Object.keys)"
            )
        read = f"text => Promise.resolve(text).then({load}).then(() => '', error => error.name)"
        found.append((path.name, *(page.evaluate(read, each) for each in (text, text + "\n}"))))
    page.close()
    assert SCRIPTS and found == [(path.name, "", "SyntaxError") for path in SCRIPTS]
