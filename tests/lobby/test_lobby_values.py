"""People, codes, seats and names: the lobby's plain values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lobby.codes import ALPHABET, RoomId, invite_code, room_id, session_token, token_hash
from lobby.errors import LobbyError
from lobby.people import MAX_NAME, PersonId, clean_name
from lobby.rooms import distinct_names
from lobby.seating import Seating, empty_seating, free_seat, take_seat
from lobby.whereabouts import Whereabouts

ANNA, BO, CEM = PersonId("anna"), PersonId("bo"), PersonId("cem")


@pytest.mark.parametrize(
    ("raw", "shown"),
    [("Anna", "Anna"), ("  Anna   B ", "Anna B"), ("Jose\u0301", "José"), ("李", "李"), ("a" * 24, "a" * 24)],
)
def test_a_name_is_shown_without_what_could_disguise_it(raw: str, shown: str) -> None:
    assert clean_name(raw) == shown


@pytest.mark.parametrize("raw", ["", "   ", "a" * 25, "Anna\u202e", "An\u200bna", "\ue000", "A\x00"])
def test_a_name_with_nothing_visible_or_something_hidden_is_refused(raw: str) -> None:
    with pytest.raises(LobbyError) as refused:
        clean_name(raw)
    assert (refused.value.code, refused.value.path) == ("bad_name", "name")


@given(st.text(max_size=40))
def test_a_cleaned_name_is_clean(raw: str) -> None:
    try:
        name = clean_name(raw)
    except LobbyError:
        return
    assert clean_name(name) == name
    assert 1 <= len(name) <= MAX_NAME


def test_codes_hold_only_letters_that_are_not_mixed_up() -> None:
    assert len(room_id(bytes(range(16)))) == 12
    assert len(invite_code(b"\xff" * 16)) == 10
    assert set(room_id(bytes(range(16))) + invite_code(b"\xff" * 16)) <= set(ALPHABET)


def test_the_stored_hash_is_not_the_token() -> None:
    token = session_token(bytes(range(24)))
    assert len(token) == 32
    assert len(token_hash(token)) == 32
    assert token.encode() not in token_hash(token)
    assert token_hash(token) != token_hash(session_token(bytes(24)))


def test_the_first_free_seat_is_taken_unless_another_is_wished_for() -> None:
    seating, seat = take_seat(empty_seating(3), ANNA, None)
    assert seat == 0
    seating, seat = take_seat(seating, BO, 2)
    assert seat == 2
    seating, seat = take_seat(seating, CEM, None)
    assert seat == 1
    assert seating == Seating((ANNA, CEM, BO))
    assert seating.full


def test_who_sits_keeps_the_seat() -> None:
    seating, _ = take_seat(empty_seating(2), ANNA, 1)
    assert take_seat(seating, ANNA, None) == (seating, 1)
    assert take_seat(seating, ANNA, 1) == (seating, 1)


@pytest.mark.parametrize(
    ("seating", "person", "wish", "code"),
    [
        (Seating((ANNA, None)), BO, 0, "seat_taken"),
        (Seating((ANNA, BO)), CEM, None, "no_free_seat"),
        (Seating((ANNA, None)), BO, 2, "no_such_seat"),
        (Seating((ANNA, None)), ANNA, 1, "already_in_room"),
    ],
)
def test_a_seat_that_cannot_be_had_is_refused(seating: Seating, person: PersonId, wish: int | None, code: str) -> None:
    with pytest.raises(LobbyError) as refused:
        take_seat(seating, person, wish)
    assert refused.value.code == code


def test_a_freed_seat_can_be_taken_again() -> None:
    seating, _ = take_seat(empty_seating(2), ANNA, 0)
    assert free_seat(seating, ANNA) == empty_seating(2)
    assert free_seat(seating, BO) == seating


@given(st.lists(st.sampled_from(["Anna", "Bo", "Anna (2)", "Cem"]), max_size=8))
def test_shown_names_are_told_apart(names: list[str]) -> None:
    told = distinct_names(names)
    assert len(set(told)) == len(names)
    assert all(shown.startswith(name.removesuffix(" (2)")) for name, shown in zip(names, told, strict=True))


def test_names_that_differ_stay_as_they_are() -> None:
    assert distinct_names(["Anna", "Bo"]) == ("Anna", "Bo")
    assert distinct_names(["Anna", "Anna"]) == ("Anna", "Anna (2)")


def test_whereabouts_know_every_room_of_a_person_until_it_is_left_or_gone() -> None:
    where, one, two = Whereabouts(), RoomId("one"), RoomId("two")
    where.enter(ANNA, one)
    where.enter(ANNA, two)
    where.enter(BO, one)
    assert where.rooms_of(ANNA) == (one, two)
    where.leave(ANNA, one)
    where.leave(ANNA, one)
    assert (where.rooms_of(ANNA), where.rooms_of(BO)) == ((two,), (one,))
    where.close(one)
    where.close(two)
    assert (where.rooms_of(ANNA), where.rooms_of(BO), where.rooms_of(CEM)) == ((), (), ())
