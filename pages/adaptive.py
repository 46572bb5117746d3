"""Which frequencies matter for these data? Weights learned over a grid of them."""

from rffviz.web.door import settings

now = settings()  # first of all: what follows takes long to import

import streamlit as st

from rffviz.web.adapting import learning_view, weights_view
from rffviz.web.adapting_study import kernel_term_view, landmark_study_view, radial_study_view

st.title("Which frequencies matter for these data?")
lesson = now.draw("lesson")
{
    "weights": weights_view,
    "learning": learning_view,
    "numbers": landmark_study_view,
    "lengths": radial_study_view,
    "target": kernel_term_view,
}[lesson](now)
