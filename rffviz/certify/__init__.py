"""How many frequencies a user's points need: by theorem, by estimate, and measured in one draw.

It can be called as its function `certify`, which `help(rffviz.certify.certify)` describes.
"""

import sys

from rffviz.certify.certificate import Certificate, Guarantee, certify
from rffviz.foundation.callable_package import CallablePackage

__all__ = ["Certificate", "Guarantee", "certify"]

sys.modules[__name__].__class__ = CallablePackage  # so that rffviz.certify(…) works beside rffviz.certify.certify(…)
