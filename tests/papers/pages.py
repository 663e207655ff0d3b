"""Made-up lecture pages in the layout of real ones."""

from collections.abc import Sequence

_SUBJECTS = ("Our gardener", "A lighthouse keeper", "The smallest parser", "Every tidal pool", "One patient clockmaker")
_VERBS = ("sorts", "remembers", "translates", "predicts", "weighs")
_OBJECTS = ("paper boats", "late trains", "rhyming couplets", "copper kettles", "migrating geese", "lost umbrellas")


def abstract(seed: int, sentences: int = 9) -> str:
    """Write an abstract of made-up sentences, another one for each seed; more than 60 words by default."""
    parts = []
    for number in range(sentences):
        key = seed * 7 + number
        parts.append(
            f"{_SUBJECTS[key % 5]} {_VERBS[(key // 2) % 5]} {_OBJECTS[(key * 5 + seed) % 6]}"
            f" in round {key + 1} of trial {seed}."
        )
    return " ".join(parts)


WELCOME = (
    '## Welcome!\n"We are glad that you came to the harbour for this meeting of clockmakers and gardeners. '
    'It has been a long way from the first one,\nwhich had four papers and no chairs to sit on." ',
    "*Message from the General Chair, Ada Example*",
    "[**Link to the Programme**](https://example.org/programme?x=1)",
    "<br>",
    "Ten years of ECKL! \nECKL 2031 will be held in Harbourtown from May 5th to May 9th, 2031.",
)
OTHER_CONFERENCE = (
    "### Welcome!\nThe 12th Meeting of Tinkers (MOT\u00a02030) will take place in\u00a0Hilltown from June 1st, 2030.",
    "You are required to register for this event. **Please register [here](https://example.org/register). **",
    "Please register!",
    "MOT 2030",
    "The 12th Meeting of Tinkers (MOT 2030) will take place in Hilltown. More will be announced.",
)


def page(*blocks: str | Sequence[str], newline: str = "\n") -> str:
    """Put blocks together with empty lines between."""
    flat = [block for part in blocks for block in ((part,) if isinstance(part, str) else part)]
    return "\n\n".join(flat).replace("\n", newline)
