"""Every specimen can be practised on: its number gives nothing away, and its answer names and judges it."""

import re

import pytest

from rffviz.diagnose import DIAGNOSTICS, SPECIMENS
from rffviz.diagnose.practice import (
    PRACTICE,
    accused_by,
    code,
    diagnose_practised,
    error_field_of_practised,
    practised,
    votes,
)
from rffviz.diagnose.specimens import RIGHT
from rffviz.explorer.web.lecture.deck import checked, free_name
from rffviz.explorer.words.practice import HYPOTHESES, NOTHING, practice_scenes
from rffviz.foundation.validation import Refusal

NUMBERS = range(1, len(PRACTICE) + 1)


def names(number):
    """What the specimen of a number is called."""
    specimen = practised(number)
    return {specimen.name, specimen.label.partition(": ")[2]}


def test_all_mistakes_and_some_right_schemes_are_practised_on():
    right = set(PRACTICE) - set(SPECIMENS)
    assert set(SPECIMENS) < set(PRACTICE) and right < set(RIGHT) and len(right) >= 25
    assert {RIGHT[name].expected for name in right} == {"fine", "design"}
    for number in NUMBERS:
        assert not {*PRACTICE[practised(number).name].split()} - {*DIAGNOSTICS}
    found = [set(practised(number).found_by) for number in NUMBERS]
    unseen = [number for number, by in zip(NUMBERS, found, strict=True) if by and by <= {"reproducibility", "phases"}]
    assert min(unseen) > len(PRACTICE) - 25  # what the views hardly show comes last
    assert not any(practised(number).name in RIGHT for number in (1, 3, 4)) and practised(2).name in RIGHT


def test_the_question_hides_the_name_and_the_answer_tells_it():
    for number, scene in zip(NUMBERS, practice_scenes(), strict=True):
        specimen = practised(number)
        asked = " ".join((scene.name, scene.question, scene.look, scene.notes, *scene.guess, *scene.query.values()))
        assert not [name for name in names(number) if name in asked] and str(number) in scene.question
        assert specimen.label.partition(": ")[2] in scene.reveal and specimen.explanation in scene.reveal
        assert not scene.code.startswith((" ", "@", "def ")) and "return " in scene.code and '"""' not in scene.code


def test_exactly_one_vote_is_right():
    for number, scene in zip(NUMBERS, practice_scenes(), strict=True):
        wrong = practised(number).name in SPECIMENS
        assert 5 <= len(scene.guess) <= 6 and len(set(scene.guess)) == len(scene.guess) and scene.guess[-1] == NOTHING
        assert [vote for vote in scene.guess if scene.judged(vote) == "right"] == (
            [HYPOTHESES[practised(number).found_by[0]]] if wrong else [NOTHING]
        )
        accusing = {HYPOTHESES.get(name, name) for name in accused_by(number)}
        assert len(accusing & {*scene.guess}) == wrong, number  # no vote that a diagnostic bears out is called wrong
        assert scene.judged("my own words") == "" and votes(number) == votes(number)


def test_votes_are_hypotheses_in_plain_words_not_names_of_diagnostics():
    for scene in practice_scenes():
        assert not {*scene.guess} & {*DIAGNOSTICS.values()} and {*scene.guess} <= {*HYPOTHESES.values(), NOTHING}
        assert {*scene.right} <= {*scene.guess} and len(scene.right) == 1
        assert "B is a correct reference" in scene.question
    assert len({*HYPOTHESES.values()}) == len(HYPOTHESES)


def test_links_of_old_find_their_specimens():
    """New ones come behind: a number is in links and in lectures that were saved."""
    assert [practised(number).name for number in (1, 2, 3, 50, 100)] == [
        "all_positive",
        "sorted_by_length",
        "cycles",
        "shifted",
        "next_points",
    ]


@pytest.mark.parametrize("number", [0, len(PRACTICE) + 1, 1.0, "1", True])
def test_other_numbers_are_refused(number):
    for ask in (practised, code, votes, error_field_of_practised, diagnose_practised):
        with pytest.raises(Refusal, match=f"number must be a whole number from 1 to {len(PRACTICE)}, got "):
            ask(number)


@pytest.mark.slow
@pytest.mark.parametrize("number", [NUMBERS[1], NUMBERS[2]])
def test_what_is_diagnosed_knows_the_number_alone(number):
    *_, last = diagnose_practised.steps(number, seeds=20)
    field = error_field_of_practised(number)
    said = repr((last.record.about, field.about, last.record.to_json(), [note for note in field.notes]))
    assert not [name for name in names(number) if name in said] and f"Specimen {number}" in said
    specimen = practised(number)
    assert (field.kernel, field.d, field.n_freqs) == (specimen.kernel, specimen.d, specimen.n_freqs)
    assert last.record.ok == (specimen.name in RIGHT)
    for diagnostic in specimen.found_by:
        assert last.record[diagnostic].status == "fault"


def test_a_specimen_is_a_scene_of_a_lecture():
    number = NUMBERS[2]
    data = {"name": free_name(()), "question": "Which one?", "page": "schemes", "query": {"specimen": str(number)}}
    (scene,) = checked([data])
    assert scene.query == {"specimen": str(number)}
    with pytest.raises(Refusal, match=re.escape(f"specimen must be a whole number from 0 to {len(PRACTICE)}")):
        checked([data | {"query": {"specimen": "999"}}])
