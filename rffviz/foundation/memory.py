"""Whether what is requested fits into memory, before it is made."""

from __future__ import annotations

import math
import os
from pathlib import Path

from rffviz.foundation.validation import Refusal

_SMALL = 2**24  # float64 numbers, 128 MB: nobody is asked
_GB = 10**9


def check_memory(numbers: int, **sizes: int) -> None:
    """Raise a Refusal that names the `sizes` if that many float64 numbers do not fit into free memory."""
    if numbers <= _SMALL or 8 * numbers <= (free := free_bytes()):
        return
    given = " and ".join(f"{name} = {value:,}" for name, value in sizes.items())
    about = f"about {8 * numbers / _GB:,.1f}" if numbers < 10**14 else "over 800,000"
    raise Refusal(
        f"{' and '.join(sizes)} must fit into the {free / _GB:,.1f} GB of free memory, got {given}, "
        f"which need {about} GB."
    )


def free_bytes() -> float:
    """Memory that can be had without swapping; infinite where the system does not tell.

    A container's own limit counts; elsewhere than on Linux all memory of the machine does.
    """
    rooms = [math.inf]
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        rooms += [1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable:")]
    except OSError:
        names = getattr(os, "sysconf_names", ())
        if {"SC_PAGE_SIZE", "SC_PHYS_PAGES"} <= set(names):
            rooms.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    for group, limit, used in _GROUPS:
        try:
            rooms.append(int(Path(group, limit).read_text()) - int(Path(group, used).read_text()))
        except (OSError, ValueError):  # no such group, or "max"
            continue
    return max(min(rooms), 0)


_GROUPS = (
    ("/sys/fs/cgroup", "memory.max", "memory.current"),
    ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"),
)
