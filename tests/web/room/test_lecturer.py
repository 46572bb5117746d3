"""The lecturer's page tells its room what is asked, closes the vote with the answer, and draws what was answered."""

import json
import math
import pathlib
import re
from base64 import b64decode

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from rffviz.diagnose import DIAGNOSTICS, diagnose
from rffviz.explorer.web.room import lecturer, routes
from rffviz.explorer.web.room.store import Closed, Store
from rffviz.explorer.words import guide
from rffviz.explorer.words.answers import CHOICE, CURVE, NUMBER, Asked, Scale
from rffviz.explorer.words.scenes import SCENES
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian
from rffviz.studies.factor import STEPS

pytestmark = pytest.mark.slow

ROOT = pathlib.Path(__file__).parents[3]
NAMED = {scene.name: scene for scene in SCENES}


@pytest.fixture
def store(monkeypatch):
    found = Store(None)
    for module in (lecturer, routes):
        monkeypatch.setattr(module, "rooms", lambda: found)
    monkeypatch.setattr(lecturer, "_PREPARED", [])
    monkeypatch.setattr(lecturer, "_who", lambda: "this machine")
    monkeypatch.setattr(lecturer, "_is_here", lambda: True)
    return found


def checked(state, answer):
    return Asked.of(state["asked"]).checked(answer)


class Lecture:
    """A page presented at a scene, and its room."""

    def __init__(self, store, scene, url="http://10.1.2.3:8501"):
        self.store, self.scene = store, NAMED[scene]
        self.app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
        self.app.context.update({"url": url})
        self.app.query_params.update({**self.scene.query, "present": "1", "scene": scene})
        if self.scene.page != "start":
            self.app.switch_page(str(ROOT / f"pages/{self.scene.page}.py"))
        self.run()

    def run(self):
        self.app.run()
        assert not self.app.exception and not self.app.error

    def press(self, key):
        next(each for each in self.app.button if (each.key or "").partition(" ")[0] == f"present-{key}").click()
        self.run()

    @property
    def code(self):
        return self.app.session_state["_room"][0]

    @property
    def state(self):
        return self.store.room(self.code).state

    @property
    def answered(self):
        """What the corner counts."""
        return routes._count(self.store.room(self.code))

    def followed_by(self, scene):
        """The page at another scene in the same room."""
        other = Lecture(self.store, scene)
        other.app.session_state["_room"] = self.app.session_state["_room"]
        other.run()
        return other

    def vote(self, *answers, first=0):
        for k, answer in enumerate(answers):
            said = self.state
            voter = f"{first + k:032x}"
            self.store.vote(self.code, said["scene"], said["round"], voter, answer, checked)

    @property
    def said(self):
        return " ".join(each.proto.body for each in self.app.get("html"))

    def chart(self, key):
        for each in self.app.get("plotly_chart"):
            if key in each.proto.id:
                return json.loads(each.proto.spec)
        return None


def test_a_vote_is_asked_counted_closed_drawn_and_asked_again(store):
    lecture = Lecture(store, "bell")
    assert lecture.app.get("button_group") and "_room" not in lecture.app.session_state
    lecture.press("room")
    state, scene = lecture.state, lecture.scene
    assert state["asked"]["kind"] == CHOICE and state["asked"]["choices"] == list(scene.guess)
    assert (state["scene"], state["round"], state["revealed"]) == ("bell", 1, False)
    awaited, wrong = guide.expected("bell")
    assert state["notes"].split("\n") == [scene.notes, f"Wait for {awaited}", *wrong]
    assert state["place"] == f"2 of {len(SCENES)}. Next: Spectrum · {NAMED['kink'].question}"
    assert scene.reveal not in json.dumps(state) and "right" not in state["asked"]
    assert not lecture.app.get("button_group")  # the class votes, not the lecturer's page
    assert all(f"{letter}. {vote}" in lecture.said for letter, vote in zip("ABC", scene.guess, strict=False))
    lecture.vote(0, 2, None, 2)
    lecture.press("reveal")
    state = lecture.state
    assert state["revealed"] and state["told"] == scene.reveal and state["link"].startswith("/?waves=2048")
    assert state["result"] == {"counts": [1, 0, 2], "unsure": 1, "right": [2]}
    with pytest.raises(Closed):
        lecture.vote(0)
    assert "4 answered, 1 of them did not know" in lecture.said
    (bars,) = lecture.chart("room-answers-plot")["data"]
    assert bars["text"] == ["1", "0", "2"] and bars["y"][2] == f"✓ C. {scene.guess[2]}"
    lecture.press("again")
    assert (lecture.state["round"], lecture.state["revealed"]) == (2, False) and "told" not in lecture.state
    assert "revealed" not in lecture.app.query_params
    lecture.vote(2, 2, 2, 0)
    lecture.press("reveal")
    assert "right: 50 % → 75 %" in lecture.said and len(lecture.chart("room-answers-plot")["data"]) == 2
    assert lecture.state["result"]["counts"] == [1, 0, 3]


@pytest.mark.release
def test_a_second_vote_can_begin_before_the_answer_and_other_scenes_keep_theirs(store):
    lecture = Lecture(store, "bell")
    lecture.press("room")
    lecture.vote(0)
    lecture.press("again")
    lecture.vote(1)
    assert store.answers(lecture.code, "bell") == {1: [0], 2: [1]} and "revealed" not in lecture.app.query_params
    following = lecture.followed_by("kink")
    assert (following.state["scene"], following.state["round"]) == ("kink", 1)
    lecture.run()
    assert (lecture.state["scene"], lecture.state["round"]) == ("bell", 2)  # the last one that anybody took part in


@pytest.mark.release
def test_a_curve_is_asked_over_the_figures_axes_and_drawn_beside_the_right_one(store):
    lecture = Lecture(store, "worst")
    lecture.press("room")
    asked = Asked.of(lecture.state["asked"])
    shown = lecture.chart("descent")["layout"]
    assert asked.kind == CURVE and [asked.x.low, asked.x.high] == pytest.approx(
        [10**end for end in shown["xaxis"]["range"]]
    )
    assert asked.y.title == lecture.scene.curve and asked.x.ticks
    before = len(lecture.chart("descent")["data"])
    lecture.vote([[0, 0.5], [1, 0.5]], [[0, 0.7], [1, 0.7]], None)
    lecture.press("reveal")
    result = lecture.state["result"]
    assert len(result["curves"]) == 2 and len(result["distances"]) == 2
    truth = dict(map(tuple, result["truth"]))
    peak = asked.x.at(max(truth, key=truth.get))
    assert peak == pytest.approx(60, rel=0.1)  # as many features as points
    drawn = lecture.chart("descent")["data"]
    assert len(drawn) == before + 3 and lecture.chart("room-answers-plot") is None
    assert "3 answered, 1 of them did not know; dashed: median" in lecture.said


@pytest.mark.release
def test_a_number_stands_in_a_strip_with_the_number_of_the_figure(store):
    lecture = Lecture(store, "blocks")
    lecture.press("room")
    assert lecture.state["asked"]["kind"] == NUMBER
    lecture.vote(10, 100, 1000)
    lecture.press("reveal")
    assert lecture.state["result"] == {"values": [10.0, 100.0, 1000.0], "median": 100.0, "truth": 20.0}
    assert {trace["name"] for trace in lecture.chart("room-answers-plot")["data"]} == {
        "vote 1",
        "median of vote 1",
        "the answer",
    }


@pytest.mark.release
def test_the_room_is_left_ended_and_known_again(store):
    lecture = Lecture(store, "bell")
    lecture.press("room")
    code, key = lecture.app.session_state["_room"]
    lecture.press("leave")
    assert lecture.state["scene"] == "" and lecture.state["asked"]["kind"] == ""
    assert f"http://10.1.2.3:8501/room/{code}" in [each.value for each in lecture.app.code]
    assert any(f"/room/{code}?key={key}" in each.value for each in lecture.app.code)
    assert any("restart loses them" in each.value for each in lecture.app.caption)
    next(each for each in lecture.app.button if each.key == "room-end").click()
    lecture.run()
    assert store.room(code) is None and not any(code in each.value for each in lecture.app.code)


@pytest.mark.release
def test_too_many_rooms_are_refused_with_a_notice(store, monkeypatch):
    monkeypatch.setattr("rffviz.explorer.web.room.store.MOST_ROOMS", 0)
    lecture = Lecture(store, "bell")
    lecture.press("room")
    assert any("at most 0 rooms" in each.value for each in lecture.app.warning) and not lecture.app.exception


@pytest.mark.release
def test_the_first_lecturer_on_this_machine_takes_the_prepared_room(store):
    code, key = lecturer.prepare()
    lecture = Lecture(store, "bell")
    lecture.press("room")
    assert lecture.app.session_state["_room"] == (code, key)
    other = Lecture(store, "bell")
    other.press("room")
    assert other.code != code


@pytest.mark.release
def test_a_lecture_goes_on_while_nothing_can_be_kept(store):
    lecture = Lecture(store, "bell")
    lecture.press("room")
    store._db.execute("PRAGMA query_only = ON")
    lecture.press("reveal")
    lecture.press("leave")
    next(each for each in lecture.app.button if each.key == "room-end").click()
    lecture.run()
    assert any("readonly" in each.value for each in lecture.app.warning) and lecture.code
    store._db.execute("PRAGMA query_only = OFF")
    lecture.run()
    assert lecture.state["scene"] == "" and store.trouble == ""


def test_phones_are_sent_to_an_address_that_they_can_reach(store, monkeypatch):
    monkeypatch.setattr(lecturer, "own_address", lambda: "10.9.8.7")
    option = lecturer.st.get_option
    for listens, url, expected in (
        ("0.0.0.0", "http://localhost:8501", "http://10.9.8.7:8501/room/BCDF"),
        ("127.0.0.1", "http://127.0.0.1:8501", "http://127.0.0.1:8501/room/BCDF"),
        ("127.0.0.1", "https://hall.example/", "https://hall.example/room/BCDF"),
        ("0.0.0.0", "http://[::1]:8501", "http://10.9.8.7:8501/room/BCDF"),
    ):
        monkeypatch.setattr(lecturer.st, "get_option", lambda n, at=listens: at if n == "server.address" else option(n))
        monkeypatch.setattr(type(lecturer.st.context), "url", url)
        assert lecturer.address("BCDF") == expected
        assert lecturer.reached("") == expected.removesuffix("room/BCDF")  # of the code after the last question
    assert lecturer.address("BCDF", "ab").endswith("/room/BCDF?key=ab")
    assert re.fullmatch(r"(\d+\.){3}\d+|", lecturer.own_address())


def test_no_scene_needs_its_figure_for_its_answers_to_be_shown():
    axes = Scale(1, 100, log=True), Scale(0.1, 10, log=True)
    for scene in SCENES:
        for answer in (None, math.inf, math.nan):
            truth = lecturer._truth(scene.asked(axes), scene, answer)
            assert truth is None or math.isfinite(truth), scene.name
    learned = NAMED["learned"]
    assert lecturer._truth(learned.asked(axes), learned, 30_000.0) == 30_000  # not the end of the slider


@pytest.mark.release
def test_a_vote_is_not_opened_again_once_its_answer_was_seen(store):
    lecture = Lecture(store, "bell")
    lecture.press("room")
    lecture.vote(0)
    lecture.press("reveal")
    lecture.press("reveal")  # hidden again
    for _ in range(2):
        assert (lecture.state["round"], lecture.state["revealed"], lecture.answered) == (1, False, 1)
        with pytest.raises(Closed):
            lecture.vote(0, first=9)
        lecture = lecture.followed_by("kink").followed_by("bell")
    lecture.press("again")
    assert (lecture.state["round"], lecture.answered) == (2, 0)
    lecture.press("leave")
    assert lecture.state["scene"] == ""
    lecture = lecture.followed_by("bell")
    assert lecture.state["round"] == 2 and store.answers(lecture.code, "bell") == {1: [0]}
    lecture.vote(0)


@pytest.mark.release
def test_another_question_of_the_same_name_is_asked_anew(store):
    lecture = Lecture(store, "bell")
    lecture.press("room")
    lecture.vote(0)
    lecture.press("reveal")
    number, told, mark = lecture.state["rounds"]["bell"]
    assert (number, told) == (1, True)
    store.tell(lecture.code, lecture.state | {"rounds": {"bell": [number, told, mark + 1]}})
    lecture.run()
    lecture.press("reveal")
    assert (lecture.state["round"], lecture.state["closed"], lecture.answered) == (2, False, 0)


@pytest.mark.release
def test_a_vote_that_nobody_took_part_in_is_open_after_its_answer(store):
    lecture = Lecture(store, "bell")
    lecture.press("room")
    lecture.press("reveal")
    lecture.press("reveal")
    lecture.vote(0, 1)
    lecture.run()
    assert (lecture.state["round"], lecture.answered) == (1, 2)
    lecture.vote(2, first=2)


@pytest.mark.release
def test_another_tab_of_the_lecturer_leaves_the_question_alone(store):
    lecture = Lecture(store, "bell")
    lecture.press("room")
    other = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    other.session_state["_room"] = lecture.app.session_state["_room"]
    other.run()
    assert lecture.state["scene"] == "bell" and lecture.state["asked"]["kind"] == CHOICE


def test_a_class_chooses_frequencies_and_draws_them(store):
    lecture = Lecture(store, "draws")
    for n_drawn in (30, 60):  # by 30 people without a room, and twice the class
        words = json.dumps(lecture.chart("spectrum"), ensure_ascii=False)
        assert f"a class of {n_drawn}, simulated with seed 0" in words and f"D = {n_drawn}" in words
        assert "k̂, chosen by hand" in words and "k̂, drawn from p" in words
        lecture.press("reveal")
    lecture.press("room")
    asked = lecture.state["asked"]
    assert (asked["kind"], asked["kernel"], asked["x"]["low"], asked["choices"]) == ("draw", "gaussian", -4, [])
    assert not any(vote in lecture.said for vote in lecture.scene.guess)  # nobody votes

    def shown():
        traces = lecture.chart("spectrum")["data"]
        return {trace["name"]: trace for trace in traces if trace.get("name")}, traces

    assert "k̂, chosen by hand" not in shown()[0]
    lecture.vote(0.0, 0.0, 1.0, None)
    lecture.run()  # as the page does when the count changes
    named, traces = shown()
    assert "k ± 2 SD, D = 3" in named and "k̂, drawn from p" not in named
    (dots,) = [trace for trace in traces if trace.get("mode") == "markers"]
    x, y = (np.frombuffer(b64decode(dots[axis]["bdata"]), dots[axis]["dtype"]) for axis in "xy")
    assert sorted(x) == [0, 0, 1] and max(y) < 0  # below the density
    lecture.press("reveal")
    assert lecture.state["result"] == {"people": 3} and "4 answered, 1 of them did not know" in lecture.said
    assert "chosen by hand" in lecture.said and "KS p-value" in lecture.said
    for _ in range(2):  # drawn twice: pooled
        lecture.press("again")
        lecture.vote(0.3, -2.5)
        lecture.press("reveal")
    assert "k ± 2 SD, D = 4" in shown()[0] and lecture.state["result"] == {"people": 4}
    with pytest.raises(Refusal, match=r"answer must be a frequency of at most 1e\+09, got 10000000000.0"):
        Asked.of(lecture.state["asked"]).checked(1e10)
    with pytest.raises(Refusal, match=r"answer must be a frequency"):
        Asked.of(lecture.state["asked"]).checked("0")


@pytest.mark.release
def test_tests_are_spent_on_an_unknown_sampler(store):
    lecture = Lecture(store, "tests")
    lecture.press("room")
    right = [lecture.scene.guess.index(each) for each in lecture.scene.right]
    lecture.vote([right[0], 0], [1, 2, 3], None, [right[1], right[2], right[1]])
    lecture.press("reveal")
    assert "4 answered, 1 of them did not know; found by 50 %" in lecture.said
    result = lecture.state["result"]
    assert (result["of"], result["unsure"], sum(result["counts"])) == (4, 1, 7)
    assert sorted(result["right"]) == sorted(right)
    (bars,) = lecture.chart("bias")["data"]  # in place of the figure
    first = {right[0]: 1} | dict.fromkeys(right[1:3], 4)
    for i, n in enumerate(result["counts"]):
        assert bars["text"][i] == (f"{n}, first by answer {first[i]}" if i in first and n else str(n))
    assert bars["y"][right[0]].startswith("✓ ")
    for answer, said in (([], "a list of 1 to 3 tests"), ([0, 1, 2, 3], "a list of 1 to 3"), ([10], "from 0 to 9")):
        with pytest.raises(Refusal, match=said):
            Asked.of(lecture.state["asked"]).checked(answer)


@pytest.mark.release
def test_tests_are_spent_on_the_page_without_a_room(store):
    lecture, (right, *_) = Lecture(store, "tests"), NAMED["tests"].right

    def pills():
        return next(each for each in lecture.app.get("button_group") if "guess-vote" in each.proto.id)

    for chosen in ([right, "Repeats", "Norms", "Mean"], ["Repeats", right, "Norms"]):
        pills().set_value(chosen)
        lecture.run()
        assert pills().value == chosen[:3]  # no fourth one
    lecture.press("reveal")
    (bars,) = lecture.chart("bias")["data"]  # in place of the figure
    spent = [place for place, text in zip(bars["y"], bars["text"], strict=True) if text == "1"]
    assert spent == ["A. Repeats", "C. Norms", f"✓ E. {right}"] and len(bars["y"]) == 10
    assert f"Your tests: Repeats, {right}, Norms ✓" in lecture.said


@pytest.mark.slow
def test_a_class_bids_and_the_steps_take_the_bids_out(store):
    lecture = Lecture(store, "bid")

    def figure():
        return json.dumps(lecture.chart("factor"))

    steps = ("83,659", "83659", "3,036", "3036", "1,249", "685", "printed", "measured")
    assert "a class of 30, simulated with seed 0" in figure()  # without a room
    assert not any(each in figure() for each in steps)
    lecture.press("room")
    asked = lecture.state["asked"]
    assert (asked["kind"], asked["x"]["log"], asked["choices"]) == (NUMBER, True, [])
    assert "simulated" not in figure()
    lecture.vote(5000, 690, 500, 690, None)
    lecture.run()
    (dots,) = lecture.chart("factor")["data"]
    assert not dots["x"] and not any(each in figure() for each in steps)  # nobody undercuts
    assert "truth" not in json.dumps(lecture.state) and "winner" not in json.dumps(lecture.state)
    lecture.press("reveal")
    result = lecture.state["result"]
    assert result == {"values": [5000, 690, 500, 690], "median": 690, "truth": 685, "winner": 690}
    assert "5 answered, 1 of them did not know" in lecture.said and lecture.chart("room-answers-plot") is None
    shown = lecture.chart("factor")
    assert any(sorted(numbers(each["x"])) == [500, 690, 690, 5000] for each in shown["data"] if "bdata" in each["x"])
    assert [each["name"] for each in shown["frames"]] == list(STEPS) and "printed" in lecture.app.query_params["step"]
    assert "690 wins (2 bids)" in figure() and "83,659" in figure()
    with pytest.raises(Closed):
        lecture.vote(700, first=9)
    lecture.press("again")
    assert not any(each in figure() for each in steps) and "winner" not in json.dumps(lecture.state)
    lecture.vote(100)
    lecture.press("reveal")
    assert lecture.state["result"]["winner"] is None and "nobody wins" in figure()


def test_long_choices_are_broken_and_a_class_hears_what_to_do(store):
    lecture = Lecture(store, "factor")
    lecture.press("room")
    lecture.vote(1)
    lecture.press("reveal")
    bars = lecture.chart("room-answers-plot")["data"][0]["y"]
    assert bars == ["A. loose constants", "✓ B. it covers a ball, not<br>pairs of points", "C. it ignores the variance"]
    lecture.press("reveal")  # hidden again, it stays closed
    assert lecturer._closed(lecture.code, lecture.scene)
    lecture.press("again")
    assert not lecturer._closed(lecture.code, lecture.scene)
    lecture = Lecture(store, "draws")
    lecture.press("room")
    assert "Each phone chooses a frequency" in lecture.said
    lecture.vote(1.0)
    for key in ("reveal", "again"):
        lecture.press(key)
    assert "Each phone draws a frequency" in lecture.said


def numbers(packed):
    """The numbers of an array as Plotly sends it."""
    return np.frombuffer(b64decode(packed["bdata"]), packed["dtype"]).tolist()


@pytest.mark.release
def test_the_right_tests_are_those_that_find_the_bug():
    scene = NAMED["tests"]
    report = diagnose(scene.query["a"], Gaussian(1.0), int(scene.query["dimension"]), 256)
    found = {DIAGNOSTICS[each.diagnostic] for each in report.of("fault")}
    assert set(scene.right) == found & set(scene.guess) == found
    assert set(scene.guess) <= set(DIAGNOSTICS.values())
