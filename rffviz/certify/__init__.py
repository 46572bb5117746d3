"""How many frequencies a user's points need: by theorem, by estimate, and measured in one draw."""

from rffviz.certify.certificate import Certificate, Guarantee, certify

__all__ = ["Certificate", "Guarantee", "certify"]
