from __future__ import annotations

from memassay.memories.joining import joining

SHIPS = "The warehouse in Lund ships parcels on weekdays."


def test_the_same_sentence_confirms():
    assert joining([SHIPS], SHIPS, 1.0, fresh=True) == ("reinforce", [SHIPS])


def test_a_near_duplicate_in_other_words_confirms_by_its_cosine():
    again = "Parcels leave the Lund warehouse on weekdays."
    assert joining([SHIPS], again, 0.9, fresh=True) == ("reinforce", [SHIPS])
    assert joining([SHIPS], again, 0.8, fresh=True)[0] != "reinforce"


def test_a_number_in_words_is_the_number_in_figures():
    kept = "We keep all paid invoices for seven years."
    assert joining([kept], "We keep all paid invoices for 7 years.", 0.95, fresh=True) == ("reinforce", [kept])


def test_another_figure_in_the_same_frame_replaces_however_near_it_is():
    old, new = "The licence costs 900 euros a month.", "The licence costs 1,200 euros a month."
    assert joining([old], new, 0.99, fresh=True) == ("supersede", [new])


def test_another_name_in_the_same_frame_replaces():
    old, new = "The billing team is led by Mireille.", "The billing team is led by Jonas."
    assert joining([old], new, 0.9, fresh=True) == ("supersede", [new])


def test_only_the_sentence_with_the_frame_is_replaced():
    other = "It employs forty packers."
    old, new = "The licence costs 900 euros a month.", "The licence costs 950 euros a month."
    assert joining([other, old], new, 0.8, fresh=True) == ("supersede", [other, new])


def test_a_document_does_not_replace_what_it_said_itself():
    old, new = "The licence costs 900 euros a month.", "The licence costs 950 euros a month."
    assert joining([old], new, 0.9, fresh=False) == ("update", [old, new])


def test_anything_else_is_put_behind():
    more = "Forty packers work there."
    assert joining([SHIPS], more, 0.75, fresh=True) == ("update", [SHIPS, more])
