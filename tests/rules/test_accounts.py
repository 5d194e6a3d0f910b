"""Accounts on servers: read, written and recognised in the names of records."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.rules.accounts import (
    Account,
    AccountError,
    accounts_text,
    parse_accounts,
    plain_rank,
    seat_name,
)
from adjudication.rules.servers import BY_KEY, SERVERS, game_link, server_named


@pytest.mark.parametrize(
    ("text", "accounts"),
    [
        ("", []),
        ("OGS: rose", [("ogs", "rose")]),
        ("ogs=rose; kgs : rose12", [("ogs", "rose"), ("kgs", "rose12")]),
        ("online-go.com: rose,\n野狐x", None),
        ("Pandanet: a, IGS: A", [("igs", "a")]),
        ("foxwq: 张三,", [("fox", "张三")]),
        ("rose", None),
        ("Yahoo: rose", None),
        (f"OGS: {'x' * 41}", None),
        (", ".join(f"OGS: player{number}" for number in range(13)), None),
    ],
)
def test_accounts_are_read(text: str, accounts: list[tuple[str, str]] | None) -> None:
    if accounts is None:
        with pytest.raises(AccountError):
            parse_accounts(text)
    else:
        assert [(one.server, one.name) for one in parse_accounts(text)] == accounts


@given(
    st.lists(
        st.builds(
            Account,
            st.sampled_from(sorted(BY_KEY)),
            st.text("abcXYZ019_- []().张Ж", min_size=1, max_size=40)
            .map(lambda name: " ".join(name.split()))
            .filter(bool),
        ),
        max_size=12,
        unique_by=lambda account: account.key,
    )
)
def test_what_is_written_is_read_again(accounts: list[Account]) -> None:
    assert list(parse_accounts(accounts_text(accounts))) == accounts


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        accounts = parse_accounts(text)
    except AccountError:
        return
    assert parse_accounts(accounts_text(accounts)) == accounts


@pytest.mark.parametrize(
    ("name", "rank", "read"),
    [
        ("rose [3d]", "", ("rose", "3d")),
        ("rose[12k?]", "", ("rose", "12k")),
        ("张三(3段)", "", ("张三", "3d")),
        ("rose", "P6段", ("rose", "6p")),
        ("rose", "15级", ("rose", "15k")),
        ("rose", "5k*", ("rose", "5k")),
        ("rose [-]", "", ("rose", "")),
        ("rose (Paris)", "3 dan", ("rose (Paris)", "3d")),
        ("rose", "NR", ("rose", "")),
        ("[3d]", "", ("[3d]", "")),
        ("", "", ("", "")),
    ],
)
def test_a_name_is_told_from_its_rank(name: str, rank: str, read: tuple[str, str]) -> None:
    seat = seat_name(name, rank)
    assert (seat.name, seat.rank) == read


def test_a_name_that_looks_like_a_rank_is_still_an_account() -> None:
    seat = seat_name("bot(3d)", "")
    assert seat.is_account(Account("kgs", "BOT(3D)"), BY_KEY["kgs"])
    assert seat.is_account(Account("kgs", "bot"), BY_KEY["kgs"])
    assert seat.is_account(Account("kgs", "bot"), None)
    assert not seat.is_account(Account("kgs", "bot"), BY_KEY["ogs"])
    assert not seat.is_account(Account("kgs", "bo"), BY_KEY["kgs"])


@given(st.text(max_size=60), st.text(max_size=20))
def test_any_name_is_read(name: str, rank: str) -> None:
    seat = seat_name(name, rank)
    assert seat.written.startswith(seat.name)
    assert plain_rank(seat.rank) == seat.rank


@pytest.mark.parametrize(
    ("text", "key", "number"),
    [
        ("https://online-go.com/game/12345678", "ogs", "12345678"),
        ("see online-go.com/game/view/5 or online-go.com/api/v1/games/77/sgf", "ogs", "77"),
        ("https://www.dragongoserver.net/game.php?gid=1234", "dgs", "1234"),
        ("https://h5.foxwq.com/txwqshare/index.html?chessid=17210421&x=1", "fox", "17210421"),
        ("https://example.org/game/1", None, None),
        ("", None, None),
    ],
)
def test_an_address_gives_the_number_of_its_game(
    text: str, key: str | None, number: str | None
) -> None:
    link = game_link(text)
    assert (link and link.server.key, link and link.number) == (key, number)


def test_every_server_is_found_by_its_key_name_and_addresses() -> None:
    for server in SERVERS:
        for text in (server.key, server.name, *server.names, *server.hosts):
            assert server_named(text) is server
    assert server_named("") is server_named("club.example") is None
