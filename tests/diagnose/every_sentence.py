"""What verdicts can say, each sentence with numbers made up for it."""

import inspect

from rffviz.diagnose.sentences import SENTENCES


def values_of(code, number=2):
    """A value for each number that a sentence needs; a factor has a name where its code says so."""
    asked = [each for each in inspect.signature(SENTENCES[code]).parameters.values() if each.kind != each.VAR_KEYWORD]
    names = [each.name for each in asked if each.default is each.empty or (each.name, code[-6:]) == ("name", "_named")]
    return {name: "axis" if name == "line" else number for name in names}


def every_sentence(number=2):
    """What is said of each code where all its numbers are `number`."""
    return {code: saying(**values_of(code, number)) for code, saying in SENTENCES.items()}
