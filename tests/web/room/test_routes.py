"""What the server answers to phones, to those with a key, and to those who mean harm."""

import asyncio
import base64
import csv
import hashlib
import io
import json
import pathlib
import re
import shutil
from collections import Counter

import pytest
import streamlit
from starlette.routing import Router

from rffviz.bench import room as bench
from rffviz.explorer.web import app as module
from rffviz.explorer.web.room import routes
from rffviz.explorer.web.room.store import Store
from rffviz.explorer.words.answers import CHOICE, CURVE, NUMBER, Asked, Scale
from tests.web import loops

ROOMS = module.Rooms()
ME, YOU = "1" * 32, "2" * 32
VOTE = Asked(CHOICE, "Which <b>?", ("a", "b"))
PEN = Asked(CURVE, "Draw.", x=Scale(0, 1), y=Scale(0, 1))
SLIDER = Asked(NUMBER, "How many?", x=Scale(1, 64, log=True, title="D"))


def state(asked=VOTE, **more):
    return {
        "scene": "bell",
        "round": 1,
        "revealed": False,
        "closed": False,
        "asked": asked.plain(),
        "notes": "Wait.",
        "place": "1",
    } | more


class Server:
    """The room's routes without a network, and a room in memory."""

    def __init__(self, store):
        self.store = store
        self.code, self.key = store.open("here")
        self.tell()

    def tell(self, asked=VOTE, **more):
        self.store.tell(self.code, state(asked, **more))

    def ask(self, path, body=None, method=None, app=ROOMS, client="127.0.0.1", ending=None, **headers):
        """Status, headers and content of an answer; a body is sent as it is, or as JSON.

        What comes in place of its last piece is given by `ending`.
        """
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        path, _, query = path.partition("?")
        given = [(name.lower().replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        scope = {
            "type": "http",
            "method": method or ("GET" if body is None else "POST"),
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": given,
            "root_path": "",
            "path_params": {},
            "http_version": "1.1",
            "scheme": "http",
            "client": (client, 1),
            "server": ("127.0.0.1", 2),
        }
        pieces = [content[i : i + 1000] for i in range(0, len(content), 1000)] or [b""]
        sent = []

        async def receive():
            if ending is not None and len(pieces) == 1:
                return await ending()
            piece = pieces.pop(0)
            return {"type": "http.request", "body": piece, "more_body": bool(pieces)}

        async def send(message):
            sent.append(message)

        loops.run(app(scope, receive, send))
        self.unread = len(pieces)
        start = sent[0]
        found = {name.decode(): value.decode() for name, value in start["headers"]}
        return start["status"], found, b"".join(each.get("body", b"") for each in sent[1:])

    def now(self, voter=ME, version="", **headers):
        status, _, content = self.ask(f"/room/{self.code}/now?v={version}", X_Voter=voter, **headers)
        return status, json.loads(content or "null")

    def vote(self, answer, voter=ME, scene="bell", number=1, client="127.0.0.1", **more):
        body = {"scene": scene, "round": number, "answer": answer}
        status, _, content = self.ask(f"/room/{self.code}/vote", body | more, X_Voter=voter, client=client)
        return status, json.loads(content)

    def answers(self):
        return self.store.answers(self.code, "bell").get(1, [])


@pytest.fixture
def server(monkeypatch):
    store = Store(None)
    monkeypatch.setattr(routes, "rooms", lambda: store)
    for name, *rates in (
        ("_of_phone", 5.0),
        ("_of_room", 400.0),
        ("_of_address", 300.0),
        ("_of_speaker", 5.0),
        ("_new", 5.0, 300.0),
        ("_misses", 0.5, 20.0),
    ):
        monkeypatch.setattr(routes, name, routes._Bucket(*rates))
    monkeypatch.setattr(routes, "_known", routes._Known())
    return Server(store)


def test_a_phone_is_told_what_is_asked_and_its_own_answer_and_nothing_twice(server):
    status, said = server.now()
    assert status == 200 and said["asked"]["question"] == "Which <b>?" and "mine" not in said
    assert not {"notes", "place", "speaker", "result"} & set(said)  # the speaker's, or not yet
    assert server.now(version=said["v"]) == (204, None)
    assert server.vote(1) == (200, {"answer": 1})
    assert server.now()[1]["mine"] == {"answer": 1} and "mine" not in server.now(YOU)[1]
    assert server.vote(None) == (200, {"answer": None}) and server.now()[1]["mine"] == {"answer": None}
    server.tell(revealed=True, closed=True, told="b", link="/?D=3", result={"counts": [0, 1]})
    assert server.now()[1]["told"] == "b" and server.now()[1]["result"] == {"counts": [0, 1]}
    assert server.now()[1]["closed"] and server.vote(0)[0] == 409 and server.answers() == [None]


@pytest.mark.slow
def test_the_key_opens_notes_steps_and_votes_and_no_other_does(server):
    other = Server(server.store)
    for path, body in (("host", None), ("votes.csv", None), ("act", {"act": "next"})):
        for key in ("", "0" * 32, other.key, server.key[:-1], server.key.upper() + "X"):
            assert server.ask(f"/room/{server.code}/{path}", body, X_Key=key)[0] == 403, (path, key)
    assert server.store.room(server.code).acts == []
    assert "notes" not in server.now(X_Key=other.key)[1]
    said = server.now(X_Key=server.key)[1]
    assert said["speaker"] is True and said["notes"] == "Wait."
    assert server.ask(f"/room/{server.code}/act", {"act": "again"}, X_Key=server.key)[0] == 204
    for bad in ({"act": "leave"}, {"act": ["next"]}, {}, b"{"):
        assert server.ask(f"/room/{server.code}/act", bad, X_Key=server.key)[0] == 422
    server.vote(1), server.vote(0, YOU)
    status, _, content = server.ask(f"/room/{server.code}/host", X_Key=server.key)
    told = {"answered": 2, "acts": [[1, "again"]], "full": False, "trouble": ""}
    assert (status, json.loads(content)) == (200, told)
    server.store.tell(server.code, state(Asked(), scene=""))
    assert json.loads(server.ask(f"/room/{server.code}/host", X_Key=server.key)[2])["answered"] is None


def test_a_typed_code_leads_to_its_room(server):
    app = Router(module.ROUTES)  # as the server has them, before its own
    for path, up in (("/room", ""), ("/room/", "../"), ("/room/toolong", "../"), ("/room/toolong/", "../../")):
        status, _, content = server.ask(path, app=app)
        assert status == (404 if "long" in path else 200) and f'action="{up}room"'.encode() in content
    status, headers, _ = server.ask(f"/room?code={server.code.lower()}", app=app)
    assert (status, headers["location"]) == (307, f"room/{server.code}")
    for path in ("/elsewhere/room", f"/elsewhere/room/{server.code}"):
        status, _, content = server.ask(path, app=app)
        assert status == 404 and b"<form" not in content


def test_the_bench_finds_the_answers_that_it_sent(server, monkeypatch):
    sent = [1, [0, 4], 5000.0, None, [[0.0, 0.5], [1.0, 0.5]]]
    votes = [("bell", 1, f"{i:032x}", answer, float(i)) for i, answer in enumerate(sent)]
    monkeypatch.setattr(server.store, "votes", lambda code: votes)
    kept = routes.votes_csv(server.code).encode()
    monkeypatch.setattr(bench.urllib.request, "urlopen", lambda asked, timeout: io.BytesIO(kept))
    found = bench._kept("http://here", {"code": server.code, "key": server.key})
    assert found == Counter(bench._said("bell", 1, answer) for answer in sent)
    assert [answer for _, _, answer in found] == ["B", "A E", "5000.0", "", "[[0.0, 0.5], [1.0, 0.5]]"]


def test_the_votes_are_taken_away_without_what_tells_phones_apart(server):
    server.vote(1), server.vote(0, YOU), server.vote(None)
    server.tell(PEN, round=2)
    server.vote([[0, 0], [1, 1]], YOU, number=2)
    status, headers, content = server.ask(f"/room/{server.code}/votes.csv", X_Key=server.key)
    assert (
        status == 200
        and headers["content-type"].startswith("text/csv")
        and "attachment" in headers["content-disposition"]
    )
    rows = list(csv.DictReader(io.StringIO(content.decode())))
    assert sorted((row["scene"], row["round"], row["answer"]) for row in rows) == [
        ("bell", "1", ""),
        ("bell", "1", "A"),
        ("bell", "2", "[[0.0, 0.0], [1.0, 1.0]]"),
    ]
    assert len({row["phone"] for row in rows}) == 2 and ME.encode() not in content and YOU.encode() not in content


@pytest.mark.parametrize(
    "asked, answers",
    [
        (VOTE, [2, -1, 0.5, True, "0", [0], {"x": 1}]),
        (SLIDER, [0, 65, "8", True, [1]]),
        (
            PEN,
            [[], [[0, 0]], [[0, 0], [2, 1]], [[1, 0], [0, 1]], [[0, "<b>"], [1, 1]], [[k / 99, 0] for k in range(99)]],
        ),
    ],
    ids=["choice", "number", "curve"],
)
def test_what_cannot_be_an_answer_is_refused_with_a_sentence(server, asked, answers):
    server.tell(asked)
    for k, bad in enumerate(answers):
        status, said = server.vote(bad, f"{k:032x}")
        assert status == 422 and said["said"].startswith("answer must"), bad
    assert server.answers() == []


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b"\xff\xfe",
        b'{"scene": "bell", "round": 1, "answer": NaN}',
        b'{"scene": "bell", "round": 1, "answer": Infinity}',
        b'{"scene": "bell", "round": 1, "answer": 1e999}',
        b'{"scene": "bell", "round": 1, "answer": 1' + b"0" * 400 + b"}",
        b'{"scene": "bell", "round": 1, "answer": [[0, NaN], [1, 1]]}',
        b'{"scene": "bell", "round": 1}',
        b'{"scene": ["bell"], "round": 1, "answer": 0}',
        b'{"scene": "bell", "round": "1", "answer": 0}',
        b'{"scene": "bell", "round": true, "answer": 0}',
        b"[" * 3000,
    ],
)
def test_what_is_no_message_is_refused(server, body):
    server.tell(SLIDER)
    status, _, content = server.ask(f"/room/{server.code}/vote", body, "POST", X_Voter=ME)
    assert status == 422 and json.loads(content)["said"].startswith("answer must")
    assert server.answers() == []


def test_a_megabyte_is_not_read_to_its_end(server):
    status, _, content = server.ask(f"/room/{server.code}/vote", b"x" * 2**20, X_Voter=ME)
    assert status == 413 and len(content) < 200


@pytest.mark.release
def test_ten_thousand_votes_of_one_phone_are_few(server, monkeypatch):
    clock = [0.0]
    monkeypatch.setattr(routes.time, "monotonic", lambda: clock[0])
    met = [server.vote(k % 2)[0] for k in range(1000)]
    assert met.count(200) == 5 and met.count(429) == 995 and len(server.answers()) == 1
    assert server.vote(1, YOU)[0] == 200  # others are not kept out
    clock[0] += 1
    assert [server.vote(1)[0] for _ in range(6)] == [200] * 5 + [429]
    bucket = routes._Bucket(5.0, most=10)
    assert all(bucket.takes(f"name {k}") for k in range(10_000)) and len(bucket._left) == 10


def test_voters_have_no_name_but_a_number(server):
    for bad in ("", "me", "<script>", "1" * 31, "g" * 32, "1" * 64):
        status, said = server.vote(0, bad)
        assert (status, said["said"]) == (422, "voter must be 32 hexadecimal digits, got something else.")
    assert server.answers() == []


@pytest.mark.slow
def test_another_rooms_scene_and_a_room_that_is_not_there(server):
    assert server.vote(0, scene="kink")[0] == 409 and server.vote(0, number=7)[0] == 409
    for code in ("XXXX", "bell", "AAAA", "BCDFG", "%3Cb%3E", "BC/F"):
        for path in ("/now", "/vote", "/host", *([] if code == "XXXX" else [""])):  # a closed room's page says so
            status, _, content = server.ask(f"/room/{code}{path}", {} if path == "/vote" else None, X_Key="x")
            assert status in (403, 404, 405, 422), (code, path)
            assert b"<b>" not in content
    assert server.ask(f"/room/{server.code}/vote", method="GET")[0] == 405


def test_nothing_that_a_phone_sends_comes_back_as_it_was(server):
    evil = "<img src=x onerror=alert(1)>"
    for body in ({"scene": evil, "round": 1, "answer": 0}, {"scene": "bell", "round": 1, "answer": evil}, evil):
        status, headers, _ = server.ask(f"/room/{server.code}/vote", body, X_Voter=evil)
        assert status in (409, 422) and headers["content-type"] == "application/json"
    assert evil.encode() not in server.ask(f"/room/{server.code}/votes.csv", X_Key=server.key)[2]


def test_the_phones_page_is_one_light_document_that_loads_nothing(server):
    status, headers, content = server.ask(f"/room/{server.code}")
    policy = headers["content-security-policy"]
    assert status == 200 and len(content) < 30_000 and headers["referrer-policy"] == "no-referrer"
    assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert b"http://" not in content.replace(b"http://www.w3.org/2000/svg", b"") and b"https://" not in content
    assert b"innerHTML" not in content and b"insertAdjacentHTML" not in content  # words are never markup


def test_the_room_stands_where_the_app_is_served(server, monkeypatch):
    option = routes.st.get_option
    monkeypatch.setattr(routes.st, "get_option", lambda name: "/a/b/" if name == "server.baseUrlPath" else option(name))
    assert server.ask(f"/a/b/room/{server.code}")[0] == 200 and server.ask(f"/room/{server.code}")[0] == 404


async def _nothing(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def test_every_answer_says_what_a_page_may_do_and_who_may_show_it(server, monkeypatch):
    wrapped = module.SaysWhatPagesMayDo(_nothing)

    def headers(**given):
        return server.ask("/", app=wrapped, **given)[1]

    monkeypatch.delenv("RFFVIZ_FRAME_ANCESTORS", raising=False)
    found = headers()
    assert found["x-content-type-options"] == "nosniff" and found["referrer-policy"] == "same-origin"
    policy = found["content-security-policy"]
    assert "default-src 'self'" in policy and "unsafe-eval" not in policy
    page = (pathlib.Path(streamlit.__file__).parent / "static/index.html").read_text()
    notes = pathlib.Path(module.__file__).with_name("site").joinpath("notes.js").read_text()
    scripts = [*re.findall(r"<script>(.*?)</script>", page, re.S), notes]  # which stand in pages as they are
    digests = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    assert len(digests) == 2 and re.findall(r"'sha256-(.*?)'", policy) == digests
    assert policy.endswith("; frame-ancestors 'self' http: https: file:")  # slides of one's own
    for given in ({"X_Forwarded_For": "10.0.0.1"}, {"client": "10.0.0.1"}, {"client": "testclient"}):
        assert headers(**given)["content-security-policy"].endswith("; frame-ancestors 'self'")
    monkeypatch.setenv("RFFVIZ_FRAME_ANCESTORS", "'self' https://example.org; script-src *")
    ancestors = headers()["content-security-policy"].rpartition("; ")[2]
    assert ancestors == "frame-ancestors 'self' https://example.org script-src *"  # no directive of its own
    own = server.ask(f"/room/{server.code}", app=module.SaysWhatPagesMayDo(module.Rooms()))[1]
    assert "default-src 'none'" in own["content-security-policy"]


def test_a_code_typed_in_small_letters_leads_to_its_room(server):
    small = f"/room/{server.code.lower()}"
    for path, leads in (
        (small, server.code),
        (f"{small}?key=ab", f"{server.code}?key=ab"),
        (f"/{small}?key=ab", f"{server.code}?key=ab"),
        (f"{small}/?key=ab", f"../{server.code}?key=ab"),
    ):
        status, headers, _ = server.ask(path, Host="evil.example")  # is never named in what holds a key
        assert (status, headers["location"]) == (307, leads)
    assert server.ask(f"/room/{server.code}/?key=ab", Host="evil.example")[0] == 200


@pytest.mark.slow
def test_no_phone_uses_up_the_steps_of_the_speaker(server):
    for _ in range(20):
        assert server.vote(0, "acts")[0] == 422
    assert server.ask(f"/room/{server.code}/act", {"act": "next"}, X_Key=server.key)[0] == 204


@pytest.fixture
def clock(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(routes.time, "monotonic", lambda: now[0])
    return now


@pytest.mark.release
@pytest.mark.parametrize(("phones", "seconds", "passes"), [(400, 60, True), (300, 0, True), (600, 3, False)])
def test_a_hall_enters_a_room_and_a_flood_of_made_up_phones_does_not(server, clock, phones, seconds, passes):
    met = []
    for k in range(phones):
        clock[0] = seconds * k / phones
        met.append(server.vote(0, f"{k:032x}", client="192.0.2.1")[0])
    assert set(met) == ({200} if passes else {200, 429}) and met.count(200) <= 300 + 5 * seconds
    if not passes:
        assert server.vote(1, f"{0:032x}", client="192.0.2.1")[0] == 200  # who is in stays in
        for k in range(600):
            server.vote(0, f"{k:032x}", client="192.0.2.1")
        assert server.vote(0, client="192.0.2.2")[0] == 200  # and other addresses are not kept out


def test_the_lecturer_sees_that_a_room_is_full_and_lets_new_phones_in(server, monkeypatch):
    monkeypatch.setattr("rffviz.explorer.web.room.store.MOST_PHONES", 2)
    server.vote(0, ME), server.vote(1, YOU)
    assert server.vote(0, "3" * 32) == (422, {"said": "This room is full: 2 phones answer in it."})
    assert json.loads(server.ask(f"/room/{server.code}/host", X_Key=server.key)[2])["full"] is True
    assert server.ask(f"/room/{server.code}/clear", {}, X_Key="0" * 32)[0] == 403
    assert server.ask(f"/room/{server.code}/clear", {}, X_Key=server.key)[0] == 204
    assert server.vote(0, "3" * 32)[0] == 200 and sorted(server.answers()) == [0, 0, 1]
    assert json.loads(server.ask(f"/room/{server.code}/host", X_Key=server.key)[2])["full"] is False


@pytest.mark.slow
def test_who_tries_all_codes_is_told_few_and_keeps_no_class_out(server, clock):
    hall, guesser = "192.0.2.1", "192.0.2.2"
    other = Server(server.store)
    assert server.ask(f"/room/{server.code}/now", client=hall)[0] == 200
    for client in (hall, guesser):
        asked = [server.ask(f"/room/BCD{letter}/now", client=client) for letter in "BCDFGHJKLMNPQRSTVWXZ" * 2]
        met = [status for status, *_ in asked]
        assert met == [404] * 20 + [429] * 20 and b"try again" in asked[-1][2]
    assert server.ask(f"/room/{server.code}/now", client=guesser)[0] == 429  # as if there were no such room
    assert server.ask(f"/room/{server.code}/now", client=hall)[0] == 200
    assert server.ask(f"/room/{other.code}/host", client=hall, X_Key=other.key)[0] == 200  # no guess
    assert server.ask(f"/room/{other.code}/now", client=hall)[0] == 200
    assert server.ask(f"/room/{server.code}/now", client="192.0.2.3")[0] == 200
    server.store.end(server.code)
    assert all(server.ask(f"/room/{server.code}/now", client=hall)[0] == 404 for _ in range(50))  # its phones ask on
    clock[0] += 2
    assert [server.ask("/room/BCDF/now", client=guesser)[0] for _ in range(2)] == [404, 429]


async def _never():
    await asyncio.Event().wait()


async def _gone():
    return {"type": "http.disconnect"}


def test_half_an_answer_is_waited_for_so_long_and_its_end_is_no_error(server, monkeypatch):
    monkeypatch.setattr(routes, "BODY_SECONDS", 0.01)
    path, half = f"/room/{server.code}/vote", b"{" + b" " * 1500
    status, headers, content = server.ask(path, half, X_Voter=ME, ending=_never)
    assert (status, headers["connection"]) == (408, "close") and b"must arrive within" in content
    assert server.ask(path, half, X_Voter=ME, ending=_gone)[0] == 400
    for elsewhere, expected in (("XXXX/vote", 404), ("BC/vote", 404), (f"{server.code}/act", 403)):
        status, headers, _ = server.ask(f"/room/{elsewhere}", half, X_Voter=ME, ending=_never)
        assert (status, headers["connection"], server.unread) == (expected, "close", 2)  # none of it was read


@pytest.mark.release
def test_a_full_disk_is_told_and_an_answer_is_taken_once_there_is_room_again(server, tmp_path, monkeypatch):
    store = Store(tmp_path / "rooms.sqlite")
    monkeypatch.setattr(routes, "rooms", lambda: store)
    server = Server(store)
    for broken, mended, reason in (
        ("max_page_count = 1", "max_page_count = 1000000", "database or disk is full"),
        ("query_only = ON", "query_only = OFF", "attempt to write a readonly database"),
    ):
        store._db.execute(f"PRAGMA {broken}")
        met = {server.vote(0, f"{k:032x}")[0] for k in range(200)}
        assert server.vote(0, YOU) == (503, {"said": f"Answers cannot be kept now: {reason}."})
        assert met <= {200, 503}
        told = json.loads(server.ask(f"/room/{server.code}/host", X_Key=server.key)[2])
        assert reason in told["trouble"] and server.now()[0] == 200
        assert server.ask(f"/room/{server.code}/act", {"act": "next"}, X_Key=server.key)[0] in (204, 503)
        store._db.execute(f"PRAGMA {mended}")
        assert server.vote(0)[0] == 200
        assert json.loads(server.ask(f"/room/{server.code}/host", X_Key=server.key)[2])["trouble"] == ""


def test_a_folder_that_is_gone_is_told_while_answers_are_still_taken(server, tmp_path, monkeypatch):
    store = Store(tmp_path / "rooms" / "rooms.sqlite")
    monkeypatch.setattr(routes, "rooms", lambda: store)
    server = Server(store)
    shutil.rmtree(tmp_path / "rooms")  # the file lives on, without a name, until the process ends
    assert server.vote(0)[0] in (200, 503)
    told = json.loads(server.ask(f"/room/{server.code}/host", X_Key=server.key)[2])
    assert "gone" in told["trouble"] or "cannot be kept" in told["trouble"]


def test_only_this_machine_and_the_named_proxy_say_for_whom_they_ask(monkeypatch, clock):
    found = {"nginx": ["172.18.0.4"], "other": ["172.18.0.5"]}
    monkeypatch.setattr(routes.socket, "getaddrinfo", lambda name, _: [(0, 0, 0, "", (a, 0)) for a in found[name]])
    monkeypatch.delenv("RFFVIZ_PROXY", raising=False)
    forged = "198.51.100.1, 203.0.113.9"
    for peer in (None, "127.0.0.1", "::1"):
        assert routes.address_of(peer, forged) == "203.0.113.9" and routes.address_of(peer, "") is None
    for peer in ("192.168.43.7", "10.0.0.1", "172.18.0.4", "203.0.113.1"):  # a hotspot's client names whom it likes
        assert routes.address_of(peer, forged) == peer
    monkeypatch.setenv("RFFVIZ_PROXY", "nginx, other")
    assert routes.address_of("172.18.0.4", forged) == routes.address_of("172.18.0.5", forged) == "203.0.113.9"
    assert routes.address_of("172.18.0.6", forged) == "172.18.0.6"
    found["nginx"] = ["172.18.0.6"]  # it was started again
    clock[0] += 20
    assert routes.address_of("172.18.0.6", forged) == "203.0.113.9"
    assert (
        routes.address_of("2001:db8::1:2", "") == "2001:db8::/64"
        and routes.address_of("172.18.0.6", "x") == "172.18.0.6"
    )
