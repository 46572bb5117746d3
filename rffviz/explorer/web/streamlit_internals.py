"""All uses of Streamlit's private names; a test fails if a release removes one."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import Future
from typing import Any

from streamlit import config, net_util, runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx


def ask_nobody_for_the_own_address() -> None:
    """Keep Streamlit from asking an outside service for this machine's public address.

    A websocket with a foreign Origin has it ask checkip.amazonaws.com for the machine's address, to compare; so has the
    banner at the start. No option leaves that out: those of `server.corsAllowedOrigins` are compared after it.
    """
    net_util.get_external_ip = lambda: None


def serves_by_itself() -> bool:
    """Whether `streamlit run` serves the app, on the address and the port that Streamlit's options name."""
    return getattr(config, "_server_mode", None) != "asgi-server"


def answer_at_once(loop: asyncio.AbstractEventLoop) -> None:
    """Set TCP_NODELAY on sockets that the loop is given to listen on; connections inherit it.

    The one that Streamlit makes does not name its protocol, so asyncio leaves the option out. The second packet of an
    answer then waits for the first to be acknowledged: 40 ms on a connection that is kept.
    """
    create_server = loop.create_server

    def with_option(*args: Any, sock: socket.socket | None = None, **options: Any) -> Any:
        if sock is not None and sock.family in (socket.AF_INET, socket.AF_INET6):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return create_server(*args, sock=sock, **options)

    loop.create_server = with_option  # type: ignore[method-assign]


def came_through_history() -> bool:
    """Whether this run answers the browser's back or forward button."""
    return bool(getattr(get_script_run_ctx(), "is_history_navigation", False))


def let_go_of_loops() -> int:
    """Close the event loops of sessions whose viewers have gone, and give how many sessions are kept for their return.

    One that returns gets a new loop. Sessions that were kept long enough are forgotten. Not from the server's thread.
    """
    if not runtime.exists():
        return 0
    try:
        server, n_kept = runtime.get_instance(), Future()
        kept = server._session_mgr._session_storage

        def close() -> None:
            try:
                kept._cache.expire()
                sessions = [each.session for each in kept.list()]
                for session in sessions:
                    if session._scriptrunner is None:
                        session._script_event_loop.close()
                n_kept.set_result(len(sessions))
            except Exception as error:
                n_kept.set_exception(error)

        # where sessions come and go: none returns meanwhile
        server._get_async_objs().eventloop.call_soon_threadsafe(close)
        return n_kept.result(10)
    except (AttributeError, RuntimeError, TimeoutError):  # another release, or the server ends
        return 0
