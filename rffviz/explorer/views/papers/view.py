"""What several views of this page share: the button to measure again."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from rffviz.explorer.web.settings.inputs import fetch_button
from rffviz.explorer.web.settings.link import Settings


def offer_again(
    settings: Settings, command: str, time: str, buttons: Mapping[int, str], missing="", fetched=""
) -> None:
    """Show the time of measuring again; a button for each number of seeds and the equivalent command unfold.

    Parameters
    ----------
    settings : Settings
    command, time : str
        In words; without a time only the command is shown.
    buttons : mapping of int to str
        Numbers of seeds, and the labels of their buttons.
    missing, fetched : str
        Why there are no buttons: data missing on this machine; and their name, if they can be fetched.
    """
    with st.container(key="again"):
        with st.container(horizontal=True, vertical_alignment="center"):
            for said in filter(None, (time, missing if time else "")):
                st.caption(said, width="content")
            if time and fetched:
                fetch_button(fetched, "cell")
            with st.popover("Measure again", icon=":material/replay:"):
                for n, said in buttons.items() if time else ():
                    st.button(said, key=f"again-{n}", on_click=settings.put, args=("n_again", n))
                st.caption("In a terminal:")
                st.code(command, language="bash", wrap_lines=True)
