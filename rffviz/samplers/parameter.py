"""The parameter `sampler` of an estimator that is pickled to other processes."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from rffviz.foundation.arguments import NamesArguments
from rffviz.foundation.validation import Refusal
from rffviz.samplers import SAMPLERS
from rffviz.samplers.own import OwnScheme, named_scheme, register

_OWN = "own_samplers"
_log = logging.getLogger("rffviz")


class TakesSampler(NamesArguments):
    """An estimator with a parameter `sampler`, which may name a user's own scheme.

    A process that unpickles it registers those schemes again, from the modules of their functions: a search worker
    lacks what its parent registered, yet may receive any of the names.
    """

    def __getstate__(self) -> dict[str, Any]:
        own = {name: each.reference for name, each in SAMPLERS.items() if isinstance(each, OwnScheme)}
        return super().__getstate__() | ({_OWN: own} if own else {})  # type: ignore[operator]  # of BaseEstimator

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        state = dict(state)
        own = state.pop(_OWN, {})
        super().__setstate__(state)  # type: ignore[misc]  # of BaseEstimator
        for name, reference in own.items():
            if name not in SAMPLERS:
                try:
                    register(named_scheme(reference, name), SAMPLERS)
                except Refusal as reason:  # a fitted estimator transforms without it, and `fit` refuses the name
                    _log.warning("the sampler %s is not here: %s", name, reason)
