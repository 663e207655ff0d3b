"""What sources glue to an abstract, taken apart: a heading, a line of copyright, keywords.

Only at the ends, and only in forms that no abstract has as its own words.
"""

import re
from typing import Final

import msgspec

from kg.papers.fields import split_keywords
from kg.papers.paper import Paper

#: with a sign after it, for "Abstract Meaning Representation" begins an abstract, too
_HEADING: Final = re.compile(r"^(?:abstract|summary)\s*(?:[:.—–]|-(?=\s))\s*(?=\S)", re.IGNORECASE)
_COPYRIGHT: Final = re.compile(
    r"(?:(?<=[.!?)”\"])|^)\s*(?:(?:©|\(c\)|copyright\s*(?:©|\(c\)))\s*(?:(?:19|20)\d\d\b|the authors?)"
    r"|copyright\s(?:19|20)\d\d\b(?=[^.]{0,100}\.?\s*all rights reserved))[^©]{0,200}$",
    re.IGNORECASE,
)
_RIGHTS: Final = re.compile(r"(?<=[.!?)”\"])\s*all rights reserved\.?$", re.IGNORECASE)
_KEYWORDS: Final = re.compile(
    r"(?<=[.!?)”\"])\s*(?:key\s?-?words?(?:\sand\sphrases)?|index\sterms)\s*[:—–]-?\s*(?P<words>.{3,400})$",
    re.IGNORECASE,
)
_LONGEST_KEYWORD: Final = 60


def split_abstract(abstract: str) -> tuple[str, tuple[str, ...]]:
    """Take heading, copyright and keywords off an abstract; the keywords are returned with it.

    >>> split_abstract("Abstract: We boil. Keywords: tea; kettles. © 2020 The Harbour Press. All rights reserved.")
    ('We boil.', ('tea', 'kettles'))
    >>> split_abstract("Abstract Meaning Representation is parsed. Keywords matter.")
    ('Abstract Meaning Representation is parsed. Keywords matter.', ())
    """
    text = _HEADING.sub("", abstract)
    text = _RIGHTS.sub("", _COPYRIGHT.sub("", _RIGHTS.sub("", text)))
    match = _KEYWORDS.search(text)
    words: tuple[str, ...] = ()
    if match:
        parts = split_keywords(match["words"].strip().rstrip("."))
        if ". " not in match["words"] and all(len(part) <= _LONGEST_KEYWORD for part in parts):
            words, text = tuple(dict.fromkeys(parts)), text[: match.start()]
    text = text.strip()
    return (text, words) if text else (abstract, ())


def take_apart(paper: Paper) -> Paper:
    """Take apart the abstract of a paper; a text that a user gave as one stays as it is, for offsets count in it.

    >>> take_apart(Paper(title="T", abstract="We boil. Index Terms—tea, kettles")).keywords
    ('tea', 'kettles')
    """
    if not paper.abstract or paper.source_text is not None:
        return paper
    abstract, keywords = split_abstract(paper.abstract)
    if abstract == paper.abstract:
        return paper
    return msgspec.structs.replace(paper, abstract=abstract, keywords=paper.keywords or keywords)
