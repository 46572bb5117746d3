"""The scenes of a lecture as a static site, which needs no server of its own."""
