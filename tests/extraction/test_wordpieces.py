"""Word pieces as BERT makes them."""

import pickle

from kg.extraction.wordpieces import WordPieces

PIECES = ["[UNK]", "em", "##bed", "##ding", "##s", "-", "c", "#", "知", "e", "cafe", "a", "##a"]
SPLITTER = WordPieces({piece: number for number, piece in enumerate(PIECES)})


def split(*words: str) -> tuple[list[str], list[int]]:
    numbers, first = SPLITTER.encode(words)
    return [PIECES[number] for number in numbers], first


def test_the_longest_piece_goes_first() -> None:
    assert split("Embeddings") == (["em", "##bed", "##ding", "##s"], [0])


def test_case_accents_and_marks() -> None:
    assert split("Café-C#", "知知") == (["cafe", "-", "c", "#", "知", "知"], [0, 4])


def test_a_word_that_no_pieces_make_is_unknown_as_a_whole() -> None:
    assert split("emx", "x") == (["[UNK]", "[UNK]"], [0, 1])
    assert split("a" * 101) == (["[UNK]"], [0])


def test_white_space_has_the_place_before_it() -> None:
    assert split("\n\n", "e", " ", "e") == (["e", "e"], [0, 0, 0, 1])


def test_no_token_has_more_than_a_hundred_pieces() -> None:
    assert len(split("-" * 5000)[0]) == 100


def test_it_can_be_sent_to_another_process() -> None:
    other: WordPieces = pickle.loads(pickle.dumps(SPLITTER))  # noqa: S301
    assert other.encode(["embeddings"]) == SPLITTER.encode(["embeddings"])
