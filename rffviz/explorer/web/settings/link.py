"""Keeps the link, the widgets and the values in step.

The values live in the session under the parameters' own names, so that a control whose widget is not on the page in
view keeps its value. The link carries what differs from the defaults. Which of the two rules is decided once at the
start of a run: a link that was opened, edited, or reached by back and forward rules over the widgets; otherwise the
widgets do.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from rffviz.explorer.web.settings.parameters import Parameter, Unusable
from rffviz.explorer.web.streamlit_internals import came_through_history
from rffviz.foundation.names import quoted
from rffviz.foundation.validation import listed

_VALUES, _QUERY, _SENT, _NOTICES, _PAGE, _WIDGETS = "_values", "_query", "_sent", "_notices", "_page", "_widgets"
_OFFERED, _UNTOLD, _HELD = "_offered", "_untold", "_held"
# Fast clicks may still carry a query from before our last changes, on a busy machine for long.
_ECHO_SECONDS = 60.0
_LONGEST = 60  # most characters of a link that a notice quotes


class Settings:
    """The values of this run, by parameter name, and the widgets that change them."""

    def __init__(
        self,
        table: Mapping[str, Parameter],
        on_page: tuple[str, ...],
        page: str,
        pages: Mapping[str, Any],
        formerly: Callable[[Mapping[str, Any]], Mapping[str, str]] = lambda values: {},
        names: Mapping[str, str] = MappingProxyType({}),
    ):
        """`formerly` gives, for the values that a link holds, what links of earlier versions called some of them.

        `names` gives the settings of this page that links call otherwise, by what links of this or of an earlier
        version call them.
        """
        self.page = page
        self.pages = pages  # Streamlit's pages by name, for links to them
        self.whole: bool | None = None  # whether everything shown so far is complete; None before the first view
        self._table = table
        self._on_page = on_page
        self._lasting = tuple(name for name in on_page if table[name].lasting)
        self._formerly, self._names = formerly, names
        self.instead = ""  # replaces the current history entry; pushing one would discard the forward history
        state = st.session_state
        first = _VALUES not in state
        if first:
            state[_VALUES] = {name: parameter.default for name, parameter in table.items()}
            state[_NOTICES], state[_SENT], state[_OFFERED], state[_QUERY], state[_WIDGETS] = {}, [], [], None, {}
        self._values = state[_VALUES]
        turned = state.get(_PAGE) != page
        if turned and not first:
            state[_NOTICES] = {}
        state[_PAGE] = page
        query = st.query_params.to_dict()
        if rules := first or self._asks(query, turned):
            self._read(query, first)
        clicked = rules and not (first or turned or came_through_history())  # a click on a link to the current page
        self._write(query, moved=clicked or (not (rules or turned) and self._moving(self._wanted()) != state[_QUERY]))

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    @property
    def notices(self) -> list[str]:
        """Sentences about what a link held and could not be used; they stay until something is changed."""
        return [*st.session_state[_NOTICES].values()]

    @property
    def held(self) -> Mapping[str, str]:
        """The texts that the last link which was opened held, by setting, usable or not."""
        return st.session_state[_HELD]

    def draw(self, name: str, **options: Any) -> Any:
        """Draw the widget of parameter `name` and return its value.

        A widget that is new to the browser, or whose value was set from elsewhere, starts as a new one from its value:
        one key, one starting value. Setting the state of a living widget instead can be lost when two runs follow each
        other quickly, and the browser would then show, and send back, a value that nobody chose.
        """
        widgets = st.session_state[_WIDGETS]
        count, start = widgets.get(name, (0, None))
        if start is None or _key(name, count) not in st.session_state:
            count, start = count + 1, self[name]
            widgets[name] = (count, start)
        key = _key(name, count)
        self._table[name].draw(key, start, on_change=_changed, args=(name, key), **options)
        return self[name]

    def query(self, *left_out: str) -> str:
        """The query of the link to this page as it stands, without the settings `left_out`."""
        return urlencode(self.asked(*left_out))

    def asked(self, *left_out: str) -> dict[str, str]:
        """The settings of this page that differ from their defaults, as a link holds them, without those `left_out`."""
        return {name: text for name, text in self._wanted().items() if name not in left_out}

    def carry(self, query: Mapping[str, str]) -> dict[str, str]:
        """The query of a link, with the settings that last."""
        return {**query, **self._queried(self._lasting)}

    def offer(self, names: tuple[str, ...]) -> dict[str, str]:
        """The query of a link to a page with these settings, as they stand: what the page list leads to.

        The address is then right from the first moment. Written afterwards, it would be one more step of the browser's
        history, made while the address may still be the old page's.
        """
        offered = self._queried(names)
        state = st.session_state
        state[_OFFERED] = [*[each for each in state[_OFFERED] if each != offered][-31:], offered]
        return self.carry(offered)

    def finish(self) -> None:
        """The run ended by itself, so that the browser has its address."""
        st.session_state[_UNTOLD] = False

    def put(self, name: str, value: Any) -> None:
        """Set a value from a callback (a button), its widget with it."""
        st.session_state[_VALUES][name] = value
        st.session_state[_NOTICES] = {}
        _restart(name)

    def supply(self, name: str, value: Any, instead: str) -> None:
        """Set a value that the link does not hold, in a run; `instead` takes the place of a notice about it."""
        notices = st.session_state[_NOTICES]
        self.put(name, value)
        st.session_state[_NOTICES] = notices | ({name: instead} if name in notices else {})

    def open(self, query: Mapping[str, str]) -> None:
        """Set what a link to this page with this query would, from a callback."""
        self._read(dict(query))

    def holds(self, query: Mapping[str, str]) -> bool:
        """Whether this page's settings are those of a link with this query."""
        return self._moving(self._wanted()) == {
            self._table[name].link or name: text
            for name, text in self._named(query).items()
            if self._table[name].read(text) != self._table[name].default
        }

    def _named(self, query: Mapping[str, str]) -> dict[str, str]:
        """The texts of a link by the settings' own names; what links call a setting today rules over earlier names."""
        known = {self._table[name].link for name in self._on_page}
        names = sorted(query, key=lambda name: name in known)
        return {self._names.get(name, name): query[name] for name in names}

    def _asks(self, query: dict[str, str], turned: bool) -> bool:
        """Whether the link was opened, edited or reached through the history, and so rules over the widgets."""
        state, query = st.session_state, self._moving(query)
        if came_through_history():
            return True
        if turned:
            return bool(query) and query not in state[_OFFERED]  # the page list leads to the values as they are
        if query == state[_QUERY]:
            return False
        return not any(query == sent and time.monotonic() - at < _ECHO_SECONDS for sent, at in state[_SENT])

    def _read(self, query: dict[str, str], first: bool = False) -> None:
        state, notices, query = st.session_state, {}, self._named(query)
        state[_HELD] = query
        unknown = [quoted(f"{name} = {text}", _LONGEST) for name, text in query.items() if name not in self._table]
        if unknown:
            notices[""] = f"The link's {listed(unknown, 3)} is not a setting here and was left out."
        for name, parameter in self._table.items():
            if parameter.lasting and not first:
                continue
            if name in query:
                try:
                    value = parameter.read(query[name])
                except Unusable as reason:
                    value = parameter.default
                    shown = f"{written} is" if (written := parameter.write(value)) else "The defaults are"
                    held = quoted(f"{parameter.link or name} = {query[name]}", _LONGEST)
                    notices[name] = f"The link's {held} cannot be used: {reason}. {shown} shown instead."
            elif name in self._on_page:
                value = parameter.default
            else:
                continue
            state[_VALUES][name] = value
            _restart(name)
        for old, new in self._formerly(state[_VALUES]).items():
            if old in query and new not in query:
                with contextlib.suppress(Unusable):  # unusable text already has a notice under its old name
                    state[_VALUES][new] = self._table[new].read(query[old])
        state[_NOTICES] = notices

    def _wanted(self) -> dict[str, str]:
        """What the link of this page should hold: the settings that differ from their defaults."""
        return self._queried(self._on_page)

    def _queried(self, names: tuple[str, ...]) -> dict[str, str]:
        table, values = self._table, self._values
        texts = {name: table[name].write(values[name]) for name in names if values[name] != table[name].default}
        # empty: no link holds it
        return {table[name].link or name: text for name, text in texts.items() if text or not table[name].lasting}

    def _moving(self, query: Mapping[str, str]) -> dict[str, str]:
        """What of a link can be moved back and forth: all but what lasts."""
        return {name: text for name, text in query.items() if name not in self._lasting}

    def _write(self, query: dict[str, str], moved: bool) -> None:
        """Tell the browser its link where it holds another, where a widget `moved` it, or where a run was cut short.

        In the last two even if the run came with that very link: a second click on a link comes with it too, and
        another may be on its way to the browser since.
        """
        wanted, state = self._wanted(), st.session_state
        untold = state.get(_UNTOLD, False)
        state[_UNTOLD] = True  # if this run is interrupted before it sends the query, the next run sends it
        state[_QUERY] = self._moving(wanted)
        if came_through_history() and state[_QUERY] == self._moving(query):
            self.instead = "" if wanted == query else urlencode(wanted)
            return
        if wanted != query or moved or untold:
            # The browser's present query and the new one: late reruns may carry either.
            at = time.monotonic()
            state[_SENT] = [*state[_SENT][-62:], (self._moving(query), at), (self._moving(wanted), at)]
            st.query_params.from_dict(wanted)


def _key(name: str, count: int) -> str:
    return f"{name}-{count}"


def _restart(name: str) -> None:
    """The next widget of this parameter starts from its value."""
    count, _ = st.session_state[_WIDGETS].get(name, (0, None))
    st.session_state[_WIDGETS][name] = (count, None)


def _changed(name: str, key: str) -> None:
    """A widget was moved: its value becomes the setting's, unless it was emptied."""
    value = st.session_state[key]
    value = tuple(value) if isinstance(value, list) else value
    if value is None or value == ():
        return
    st.session_state[_VALUES][name] = value
    st.session_state[_NOTICES] = {}
