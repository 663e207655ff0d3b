"""What the blocks of a lecture page look like: prose, title, venue, presentation type, welcome, footer."""

import re
from typing import Final

import msgspec

#: a venue with its year: "EMNLP 2025", "AAAI-24", "ACL 2023 Demos"
VENUE: Final = re.compile(
    r"(?=.{4,60}$)(?=\S*[A-Z])[\w&+/.'’-]+(?: [\w&+/.'’:@-]+){0,5} (?:19|20)\d\d(?: [A-Z][\w-]*){0,2}"
    r"|[A-Z][A-Za-z+-]{1,15}(?:[-'’]\d\d|(?:19|20)\d\d)"
)
NEXT: Final = re.compile(r"Next from (?P<venue>\S.*)", re.IGNORECASE)
SIMILAR: Final = re.compile(r"(?:Similar|Related) lectures?:?", re.IGNORECASE)
DOWNLOADS: Final = re.compile(r"Downloads?:?", re.IGNORECASE)
FOOTER: Final = re.compile(
    r"Stay up to date\b.*|PRESENTATIONS|CONFERENCES|COMPANY|RESOURCES|All rights reserved.*|(?:©|Copyright\b).*|"
    r"(?:Terms|Privacy|Cookie)s? (?:of|policy|and)\b.*|Subscribe\b.*|Powered by\b.*",
)
_PRESENTATION_WORD: Final = (
    "virtual|in-person|onsite|online|hybrid|live|long|short|full|regular|main|conference|findings|industry|workshop|"
    "technical|research|student|system|invited|contributed|lightning|spotlight|best|plenary|panel|poster|oral|demo|"
    "demonstration|tutorial|keynote|journal|tacl|cl|shared|task|doctoral|position|survey|extended|abstract|opening|"
    "closing|srw|theme|award|special|flash"
)
PRESENTATION: Final = re.compile(
    rf"(?:(?:{_PRESENTATION_WORD})[ -])*"
    r"(?:posters?|orals?|talks?|demos?|demonstrations?|keynotes?|tutorials?|papers?|lectures?|presentations?|plenary|"
    r"panels?|spotlights?|symposium|findings|workshop|social event|birds of a feather|"
    r"(?:poster|oral|demo|panel|plenary|keynote|tutorial|invited|opening|closing|doctoral|spotlight)"
    r" (?:session|discussion|address|remarks|consortium))",
    re.IGNORECASE,
)
#: Markdown, HTML or a quotation, with which no abstract or title begins
MARKUP: Final = re.compile(
    r"#{1,6}\s|<br\s*/?>|\[?\*\*.*\*\*\]?(?:\(.*\))?$|\*[^*]+\*$|!?\[.*\]\(.*\)$|---+$|[\"“]", re.IGNORECASE
)
WELCOME: Final = re.compile(
    r"\bwill (?:be held|take place)\b|\bwelcome (?:you )?to\b|^welcome\b|\bAnnual Meeting of\b|\bplease register\b|"
    r"\brequired to register\b|\b(?:general|program(?:me)?|local) chairs?\b|\bcheck your inbox\b|\bhandbook\b|"
    r"\bUnderline\b|\bwe look forward to\b|\bregistration\b.*\bopen\b|\bfrom (?:January|February|March|April|May|June|"
    r"July|August|September|October|November|December) \d",
    re.IGNORECASE,
)
_SENTENCE_END: Final = re.compile(r"[.!?…。]['\"”’)\]*_]*$")
_SENTENCES: Final = re.compile(r"[.!?]['\"”’)*]* +['\"“(*]*[A-Z]")
_LONGEST_TITLE: Final = 30


class Block(msgspec.Struct, frozen=True):
    """Lines between empty lines: the number of the first (from 1), and their text."""

    line: int
    text: str

    @property
    def words(self) -> int:
        """How many words it has."""
        return len(self.text.split())

    @property
    def has_sentences(self) -> bool:
        """More than one sentence; the stop at the end does not count."""
        return _SENTENCES.search(self.text.removesuffix(".")) is not None

    @property
    def is_prose(self) -> bool:
        """Sentences, such as an abstract has, and not a title, a keyword or a heading."""
        if self.words >= _LONGEST_TITLE:
            return True
        sentences = self.words >= 20 and self.has_sentences
        if not _SENTENCE_END.search(self.text):
            return sentences and self.text.endswith(":")
        return sentences or (self.words >= 4 and not re.search(r"[?!]['\"”’)]*$", self.text))

    @property
    def is_title(self) -> bool:
        """One line without markup that is no prose."""
        return not self.is_prose and "\n" not in self.text and not MARKUP.match(self.text)

    @property
    def may_be_title(self) -> bool:
        """A title, or one sentence on one line, as a title with a full stop is."""
        return self.is_title or ("\n" not in self.text and self.words < _LONGEST_TITLE + 10 and not self.has_sentences)


def split_blocks(text: str) -> list[Block]:
    r"""Split a text into blocks at empty lines; blanks at the ends of lines and empty marks (`<br>`) don't count.

    >>> [(block.line, block.text) for block in split_blocks("\ufeffA \r\n\r\n\r\nB\r\nC")]
    [(1, 'A'), (4, 'B\nC')]
    """
    blocks: list[Block] = []
    lines: list[str] = []
    for number, line in enumerate([*re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff")), ""], 1):
        stripped = line.strip()
        if stripped:
            lines.append(stripped)
        elif lines:
            blocks.append(Block(number - len(lines), "\n".join(lines)))
            lines = []
    return blocks
