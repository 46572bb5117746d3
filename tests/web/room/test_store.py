"""Rooms and votes are kept by threads and by processes at once, and forgotten after a day."""

import json
import multiprocessing
import sqlite3
import threading
from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from rffviz.explorer.web.room import store as module
from rffviz.explorer.web.room.store import CODE, KEPT, MOST_OF_ADDRESS, Closed, Store, rooms
from rffviz.foundation.validation import Refusal

STATE = {"scene": "bell", "round": 1, "closed": False, "asked": {"kind": "choice"}}


def voter(number):
    return f"{number:032x}"


def kept(state, answer):
    return answer


def opened(path, state=STATE, clock=None):
    store = Store(path, *([clock] if clock else []))
    code, key = store.open("here")
    store.tell(code, state)
    return store, code, key


@pytest.fixture(params=["file", "memory"])
def place(request, tmp_path):
    return tmp_path / "deeper" / "rooms.sqlite" if request.param == "file" else None


def test_a_room_has_a_code_of_four_letters_and_a_key_of_128_bits(place):
    store = Store(place)
    found = [store.open(f"address {i // MOST_OF_ADDRESS}") for i in range(60)]
    assert all(CODE.fullmatch(code) and len(key) == 32 and int(key, 16) >= 0 for code, key in found)
    assert len({code for code, _ in found}) == len({key for _, key in found}) == 60
    code, key = found[0]
    assert store.holds(code, key) and not store.holds(code, found[1][1]) and not store.holds(code, "")
    assert not store.holds("XXXX", key) and not store.holds(code, "ü")


def test_one_address_opens_so_many_rooms_and_a_server_keeps_so_many(place, monkeypatch):
    store = Store(place)
    for _ in range(MOST_OF_ADDRESS):
        store.open("hall")
    with pytest.raises(Refusal, match="20 of one address"):
        store.open("hall")
    store.open("elsewhere")
    monkeypatch.setattr(module, "MOST_ROOMS", MOST_OF_ADDRESS + 1)
    with pytest.raises(Refusal):
        store.open("a third")


def test_the_version_grows_with_what_changes_alone(place):
    store, code, _ = opened(place)
    before = store.room(code)
    store.tell(code, dict(reversed(STATE.items())))
    assert store.room(code) == before
    store.tell(code, STATE | {"closed": True})
    assert store.room(code).version == before.version + 1 and store.room(code).state["closed"]
    assert store.room("XXXX") is None


def test_an_answer_replaces_the_former_one_until_the_answer_is_shown(place):
    store, code, _ = opened(place)
    for answer in (0, 2, None, 1):
        assert store.vote(code, "bell", 1, voter(1), answer, kept) == answer
        assert store.mine(code, "bell", 1, voter(1)) == (True, answer) and store.count(code, "bell", 1) == 1
    assert store.mine(code, "bell", 1, voter(2)) == (False, None)
    for scene, number in (("kink", 1), ("bell", 2), ("bell", 0)):
        with pytest.raises(Closed):
            store.vote(code, scene, number, voter(2), 0, kept)
    store.tell(code, STATE | {"closed": True})
    with pytest.raises(Closed):
        store.vote(code, "bell", 1, voter(1), 2, kept)
    assert store.answers(code, "bell") == {1: [1]} and store.answers(code, "kink") == {}


def test_what_a_check_refuses_leaves_nothing(place):
    store, code, _ = opened(place)

    def refused(state, answer):
        assert state == STATE
        raise Refusal("no")

    with pytest.raises(Refusal):
        store.vote(code, "bell", 1, voter(1), 0, refused)
    assert store.count(code, "bell", 1) == 0
    store.vote(code, "bell", 1, voter(1), 0, kept)  # the transaction before it is over
    for bad in ("", "x" * 32, voter(1)[:-1], voter(1).upper() + "A", "0" * 33):
        with pytest.raises(Refusal, match="32 hexadecimal digits"):
            store.vote(code, "bell", 1, bad, 0, kept)
    with pytest.raises(Refusal, match="closed"):
        store.vote("XXXX", "bell", 1, voter(1), 0, kept)


def test_a_full_room_says_so_to_new_phones_alone(place, monkeypatch):
    monkeypatch.setattr(module, "MOST_PHONES", 3)
    store, code, _ = opened(place)
    for number in range(3):
        store.vote(code, "bell", 1, voter(number), 0, kept)
    with pytest.raises(Refusal, match="room is full: 3 phones"):
        store.vote(code, "bell", 1, voter(3), 0, kept)
    store.vote(code, "bell", 1, voter(0), 1, kept)
    other, _ = store.open("here")
    store.tell(other, STATE)
    store.vote(other, "bell", 1, voter(3), 0, kept)


def test_phones_that_have_not_answered_lately_fill_no_room(monkeypatch):
    monkeypatch.setattr(module, "MOST_PHONES", 2)
    now = [1e9]
    store, code, _ = opened(None, clock=lambda: now[0])
    for number in range(2):
        store.vote(code, "bell", 1, voter(number), 0, kept)
    assert store.full(code)
    now[0] += module.LATELY
    assert not store.full(code)
    store.vote(code, "bell", 1, voter(2), 0, kept)
    store.vote(code, "bell", 1, voter(3), 0, kept)
    assert store.full(code) and store.count(code, "bell", 1) == 4
    store.vote(code, "bell", 1, voter(0), 1, kept)  # has answered before
    now[0] -= 3600  # set back
    assert store.full(code)
    store.clear(code)
    assert not store.full(code) and store.count(code, "bell", 1) == 4


def test_a_new_phone_is_admitted_once_and_only_where_its_answer_is_kept():
    store, code, _ = opened(None)
    asked = []
    for _ in range(2):
        store.vote(code, "bell", 1, voter(1), 0, kept, lambda: asked.append(1) or True)
    with pytest.raises(module.Crowded):
        store.vote(code, "bell", 1, voter(2), 0, kept, lambda: False)
    assert asked == [1] and store.count(code, "bell", 1) == 1


def test_a_room_is_forgotten_after_a_day_with_its_votes(tmp_path):
    now = [1e9]
    store, code, key = opened(tmp_path / "rooms.sqlite", clock=lambda: now[0])
    secret = "ab" * 16
    store.vote(code, "bell", 1, secret, 0, kept)
    now[0] += KEPT - 1
    young, _ = store.open("here")
    assert store.forget() == 0 and store.holds(code, key)
    now[0] += 2
    assert not store.holds(code, key) and store.room(code) is None  # though nothing has removed it yet
    with pytest.raises(Refusal, match="closed"):
        store.vote(code, "bell", 1, voter(1), 0, kept)
    assert store.forget() == 1 and store.forget() == 0
    assert store.votes(code) == [] and store.room(young) is not None
    left = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert secret.encode() not in left and key.encode() not in left  # overwritten, not only unlinked


def test_no_correction_of_the_machines_clock_ends_a_room(monkeypatch):
    store, code, key = opened(None)
    began = module.time.time()
    for jump in (-1e8, 1e8):
        monkeypatch.setattr(module.time, "time", lambda jump=jump: began + jump)
        store.vote(code, "bell", 1, voter(1), 0, kept)
        assert store.forget() == 0 and store.holds(code, key)
    assert abs(store.votes(code)[0][4] - began) < 60


def test_a_room_that_was_ended_leaves_nothing(tmp_path):
    store, code, key = opened(tmp_path / "rooms.sqlite")
    store.vote(code, "bell", 1, "cd" * 16, 0, kept)
    store.end(code)
    assert store.room(code) is None and store.votes(code) == [] and not store.holds(code, key)
    left = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"cd" * 16 not in left


def test_acts_are_numbered_and_the_last_ones_are_kept(place):
    store, code, _ = opened(place)
    for _ in range(10):
        store.act(code, "next")
        store.act(code, "reveal")
    acts = store.room(code).acts
    assert acts[-1] == (20, "reveal") and [number for number, _ in acts] == list(range(5, 21))
    for bad in ("", "leave", "<b>"):
        with pytest.raises(Refusal, match="must be one of"):
            store.act(code, bad)


@pytest.mark.release
def test_threads_lose_no_vote_and_no_vote_comes_after_the_answer(place):
    store, code, _ = opened(place)
    accepted, after = [], []

    def answers(k):
        for i in range(40):
            try:
                store.vote(code, "bell", 1, voter(100 * k + i), i, kept)
                accepted.append(voter(100 * k + i))
            except Closed:
                after.append(voter(100 * k + i))

    threads = [threading.Thread(target=answers, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    while len(accepted) < 150:
        pass
    store.tell(code, STATE | {"closed": True})
    seen = store.count(code, "bell", 1)  # what is drawn: nothing comes after it
    for thread in threads:
        thread.join()
    assert store.count(code, "bell", 1) == seen == len(accepted) and len(accepted) + len(after) == 320


def _votes(path, code, first):
    store = Store(path)
    for i in range(100):
        store.vote(code, "bell", 1, voter(first + i), i, kept)
    store.close()


@pytest.mark.release
def test_processes_share_one_file_and_a_killed_one_loses_nothing(tmp_path):
    path = tmp_path / "rooms.sqlite"
    store, code, key = opened(path)
    spawn = multiprocessing.get_context("spawn")
    others = [spawn.Process(target=_votes, args=(path, code, 1000 * (k + 1))) for k in range(2)]
    for other in others:
        other.start()
    for i in range(100):
        store.vote(code, "bell", 1, voter(i), i, kept)
    for other in others:
        other.join()
        assert other.exitcode == 0
    assert Counter(store.answers(code, "bell")[1]) == Counter({i: 3 for i in range(100)})
    again = Store(path)  # as after a restart, while the first still has it open
    assert again.holds(code, key) and again.count(code, "bell", 1) == 300


def test_a_newer_schema_of_three_tables_holds_text_alone(tmp_path):
    store, code, _ = opened(tmp_path / "rooms.sqlite")
    store.vote(code, "bell", 1, voter(1), [[0.5, 0.5]], kept)
    with sqlite3.connect(tmp_path / "rooms.sqlite") as other:
        tables = [name for (name,) in other.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        assert sorted(tables) == ["cleared", "rooms", "votes"]
        assert json.loads(other.execute("SELECT answer FROM votes").fetchone()[0]) == [[0.5, 0.5]]


@pytest.mark.parametrize("named", ["", "here", "a file"])
def test_rooms_stand_in_the_folder_that_is_named_or_else_in_memory(named, tmp_path, monkeypatch):
    module._opened.cache_clear()
    (tmp_path / "a file").write_text("")
    monkeypatch.setenv("RFFVIZ_CACHE", str(tmp_path / named) if named else "")
    assert rooms().path == (tmp_path / "here/rooms.sqlite" if named == "here" else None)
    assert rooms().open("here")
    module._opened.cache_clear()


class Rooms(RuleBasedStateMachine):
    """Anything that phones and lecturers do, in any order, beside a plain model of it."""

    @initialize()
    def begin(self):
        self.store, self.code, _ = opened(None)
        self.scene, self.round, self.closed, self.model = "bell", 1, False, {}

    @rule(scene=st.sampled_from(["bell", "kink"]), number=st.integers(1, 3), closed=st.booleans())
    def tell(self, scene, number, closed):
        self.scene, self.round, self.closed = scene, number, closed
        self.store.tell(self.code, STATE | {"scene": scene, "round": number, "closed": closed})

    @rule(
        scene=st.sampled_from(["bell", "kink"]),
        number=st.integers(1, 3),
        who=st.integers(0, 4),
        answer=st.one_of(st.none(), st.integers(0, 9)),
    )
    def vote(self, scene, number, who, answer):
        open_now = (scene, number) == (self.scene, self.round) and not self.closed
        try:
            self.store.vote(self.code, scene, number, voter(who), answer, kept)
            assert open_now
            if self.model.get((scene, number, who), "none yet") != answer:
                self.model.pop((scene, number, who), None)  # it is given anew; one that is sent again keeps its place
            self.model[scene, number, who] = answer
        except Closed:
            assert not open_now

    @invariant()
    def holds_what_was_accepted(self):
        for scene in ("bell", "kink"):
            expected = {}
            for (of, number, _), answer in self.model.items():  # in the order of time
                if of == scene:
                    expected.setdefault(number, []).append(answer)
            assert self.store.answers(self.code, scene) == expected
        assert len(self.store.votes(self.code)) == len(self.model)


TestRooms = Rooms.TestCase
TestRooms.settings = settings(max_examples=30, stateful_step_count=20, deadline=None)
