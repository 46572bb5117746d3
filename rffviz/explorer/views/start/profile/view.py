"""Profile: random Fourier features, seen"""

from __future__ import annotations

from functools import partial

import streamlit as st

from rffviz.explorer.views.start.profile.picture import formula, profile_picture
from rffviz.explorer.views.start.profile.words import profile_mathematics
from rffviz.explorer.web.chart import theme
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.lecture.edit import lectures, show_lecture
from rffviz.explorer.web.lecture.present import step
from rffviz.explorer.web.lecture.thumbnails import thumbnail
from rffviz.explorer.web.settings.inputs import draw_again, resolve_kernel_by_hand
from rffviz.explorer.web.settings.table import TABLE
from rffviz.explorer.web.view import View, show_view
from rffviz.explorer.words.practice import INVITATION, practice_scenes
from rffviz.explorer.words.scenes import GROUPS, SCENES
from rffviz.studies.profile import kernel_profile

REACH = 6.0  # length scales: far enough to tell one cosine from a bell
WELCOME = (
    "Kernel methods compare all pairs of points. Random Fourier features give each point a short vector, whose inner "
    "products approximate the kernel. Move D to see it."
)
BOCHNER = (
    (
        r"k(x - y) = \int p(\omega)\, e^{i\, \omega^\top (x - y)}\, d\omega",
        "Bochner: p is the Fourier transform of k. A continuous k with k(0) = 1 is positive definite if and only if p "
        "is a probability density (or measure).",
    ),
    (r"= \mathbb{E}_{\omega \sim p} \cos \omega^\top (x - y)", "k is real, so the sines cancel."),
    (
        r"\approx \frac{1}{D} \sum_{j=1}^{D} \cos \omega_j^\top (x - y)",
        "An average of independent draws takes the place of the expectation: its error falls as 1/√D.",
    ),
    (
        r"= z(x)^\top z(y), \quad "
        r"z(x) = \tfrac{1}{\sqrt{D}} \big(\cos \omega_j^\top x,\, \sin \omega_j^\top x\big)_{j = 1, \dots, D}",
        "cos(a − b) = cos a cos b + sin a sin b: each point has a short vector of its own, the features.",
    ),
)


def profile(settings, _):
    """The chosen kernel with length scale 1, its frequencies and their average along a line."""
    kernel = resolve_kernel_by_hand(settings, 1).with_length_scale(1.0)
    asked = {"n_freqs": TABLE["waves"].stops, "random_state": settings["seed"]}
    return Job(kernel_profile, "Drawing …", kernel=kernel, reach=REACH, **asked)


def show_start(view, settings):
    """An introduction, the formula, the live picture, its explanation, and links to the scenes."""
    with st.container(key="welcome"):
        st.markdown(WELCOME)
    above = st.container()
    show_view(view, settings)
    with st.container() if settings["present"] else above:  # a presentation has room for the picture alone
        with st.container(key="formula", horizontal=True, vertical_alignment="center"):
            st.html(f'<p class="formula">{formula(theme())}</p>')
            if not settings["present"]:
                lectures(settings, partial(step, settings))
            st.button("Draw again", icon=":material/casino:", on_click=draw_again, args=(settings,))
    with st.expander("Why?"):
        for mathematics, words in BOCHNER:
            st.latex(mathematics)
            st.caption(words)
    with st.container(key="scenes"):
        with st.expander("All questions", expanded=True):
            _cards(settings)
    show_lecture(settings, partial(step, settings))


def _cards(settings):
    """A card for each scene, group by group, which opens the figure that answers it, and the way to practice."""
    for group in GROUPS:
        st.header(group, anchor=False)
        scenes = [scene for scene in SCENES if scene.group == group]
        for column, scene in zip(st.columns(len(scenes)), scenes, strict=True):
            with column, st.container(border=True, height="stretch", key=f"scene-{scene.name}"):
                st.html(thumbnail(scene.name, theme()))
                st.page_link(
                    settings.pages[scene.page],
                    label=scene.question,
                    icon="",
                    query_params=settings.carry(scene.revealed),
                )
    with st.container(border=True, key="scene-practice"):
        first = practice_scenes()[0]
        st.page_link(settings.pages[first.page], label=INVITATION, icon="", query_params=settings.carry(first.query))


VIEW = View(
    "profile",
    "Profile",
    "Random Fourier features, seen",
    shared=("kernel", "seed"),
    scrub="waves",
    jobs=profile,
    pictures=(profile_picture,),
    mathematics=profile_mathematics,
    compares=False,
    show=show_start,
)
