"""For tests of studies: between the iterations of a fit the last step comes again."""


def different(steps):
    """Every step once, as a list."""
    found = []
    for step in steps:
        if not found or step is not found[-1]:
            found.append(step)
    return found
