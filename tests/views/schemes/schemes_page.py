"""What is read on the page of schemes, and files that are brought to it."""

import io
import json

import numpy as np


def figure(app):
    """The one figure of a page, and its layout."""
    (chart,) = app.get("plotly_chart")
    return json.loads(chart.proto.spec)


def letters(app):
    """The sides in sight: headings of panels or, of one panel for both, the letters of its lines."""
    shown = figure(app)
    texts = [words["text"] for words in shown["layout"].get("annotations", ())]
    heads = [text.partition("</b>")[0] + "</b>" for text in texts if text.startswith("<b>")]
    if "xaxis2" in shown["layout"]:
        return heads
    named = {trace["name"][0] for trace in shown["data"] if trace.get("name", "")[:2] in ("A ", "B ", "A,", "B,")}
    return heads or [f"<b>{letter}</b>" for letter in sorted(named)]


def upload(app, place, name, W):
    file = io.BytesIO()
    np.save(file, W)
    app.get("file_uploader")[place].set_value((name, file.getvalue(), "application/octet-stream"))
    return app.run()
