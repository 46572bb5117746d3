"""What this is, one live picture, and scenes in teaching order."""

from rffviz.explorer.views.start.profile.view import VIEW as PROFILE
from rffviz.explorer.web.view import Page

PAGE = Page(
    "start",
    "Start",
    ":material/home:",
    views=(PROFILE,),
)

if __name__ == "__main__":  # Streamlit runs a page by itself where a link to it is the first request after a start
    from app import main

    main()
