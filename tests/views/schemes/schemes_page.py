"""What is read on the page of schemes, and files that are brought to it."""

import io
import json

import numpy as np


def figure(app):
    """The one figure of a page, and its layout."""
    (chart,) = app.get("plotly_chart")
    return json.loads(chart.proto.spec)


def letters(app):
    return [words["text"] for words in figure(app)["layout"].get("annotations", ()) if words["text"].startswith("<b>")]


def upload(app, place, name, W):
    file = io.BytesIO()
    np.save(file, W)
    app.get("file_uploader")[place].set_value((name, file.getvalue(), "application/octet-stream"))
    return app.run()
