"""How many random features predict like the exact method?"""

from rffviz.web.door import settings

now = settings()  # first of all: what follows takes long to import

import streamlit as st

from rffviz.web.predicting import (
    cost_view,
    data_view,
    descent_view,
    image_view,
    line_view,
    plane_view,
    unlabelled_view,
)
from rffviz.web.predicting_table import table_view

st.title("How many random features predict like the exact method?")
use = now.draw("use")
{
    "line": line_view,
    "plane": plane_view,
    "data": data_view,
    "table": table_view,
    "image": image_view,
    "cost": cost_view,
    "descent": descent_view,
    "unlabelled": unlabelled_view,
}[use](now)
