"""An event loop of a test's own: Playwright keeps one running in the main thread, where `asyncio.run` is refused."""

import asyncio
from concurrent.futures import ThreadPoolExecutor


def run(coroutine):
    """The coroutine's result."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()
