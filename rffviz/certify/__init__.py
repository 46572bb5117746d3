"""How many frequencies a viewer's own points need, by theorem, by estimate, and in one draw that is measured."""

from rffviz.certify.certificate import Certificate, Guarantee, certify

__all__ = ["Certificate", "Guarantee", "certify"]
