"""What Streamlit knows and has no public way to tell: all of it stands here, and a test fails where it goes."""

from __future__ import annotations

from streamlit.runtime.scriptrunner import get_script_run_ctx


def came_through_history() -> bool:
    """Whether this run answers the browser's back or forward button."""
    return bool(getattr(get_script_run_ctx(), "is_history_navigation", False))
