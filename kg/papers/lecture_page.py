"""Saved conference lecture pages as text: one lecture with its abstract, and the lectures that come next.

A page is a run of blocks (lines between empty lines):

    place*  abstract  venue  title  keyword*  welcome*  presentation type?  welcome*
    (abstract title)*  (abstract)?  "Downloads"?
    ("Next from" venue, title of the first of the list)?  ("Similar lecture(s)" title*)?  footer*

Nothing but the order and the looks of the blocks tells them apart: prose (sentences) is an abstract or a welcome, a
line without a full stop is a title or a keyword. The title under "Next from" says where the list begins.
A file may hold several pages, one after the other.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from kg.errors import Problem
from kg.papers.identity import fold
from kg.papers.lecture_boundaries import split_pages
from kg.papers.lecture_layout import (
    DOWNLOADS,
    FOOTER,
    MARKUP,
    NEXT,
    PRESENTATION,
    SIMILAR,
    VENUE,
    WELCOME,
    Block,
    split_blocks,
)
from kg.papers.paper import Paper
from kg.papers.source import Source, encoding_of
from kg.papers.text import clean_optional, clean_text, clean_title

NAME: Final = "lecture-page"
DESCRIPTION: Final = "saved conference lecture pages as text"
SUFFIXES: Final = (".txt",)

_LONGEST_KEYWORD: Final = 80


class Lecture(msgspec.Struct, frozen=True):
    """A paper on a page, as it stands there: its abstract's blocks and its title, either of which may be missing."""

    line: int
    title: str | None = None
    abstract: str | None = None


class Page(msgspec.Struct, frozen=True):
    """What stands on a page, uncleaned: the lecture, those listed after it, those that are similar (titles alone)."""

    main: Lecture
    listed: tuple[Lecture, ...] = ()
    similar: tuple[Lecture, ...] = ()
    venue: str | None = None
    keywords: tuple[str, ...] = ()
    presentation_type: str | None = None


def recognises(head: str, path: str) -> bool:  # noqa: ARG001
    """Say whether a text is built like a lecture page: prose, a venue, a title; or "Next from" a venue."""
    return not head.lstrip("\ufeff \r\n\t").startswith(("{", "<", "@", "%")) and bool(parse_pages(head))


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read each page of a file: the lecture first, then the list, then similar lectures."""
    with source.open() as stream:
        data = stream.read()
    try:
        text = data.decode(encoding_of(data))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        yield source.problem(f"line {line}", "is not UTF-8; what can't be read became \ufffd", "save the file as UTF-8")
        text = data.decode(encoding_of(data), "replace")
    yield from read_pages(source, text)


def read_pages(source: Source, text: str) -> Iterator[Paper | Problem]:
    """Read each page of a text that was taken from a file."""
    pages = parse_pages(text)
    if not pages:
        yield source.problem("", "is built like no lecture page", "save the whole page as text")
    for page in pages:
        yield from _papers(page, source)


def parse_pages(text: str) -> list[Page]:
    """Find the lecture, the list and the similar lectures of each page; none if the first has no venue with a title."""
    first, *others = split_pages(split_blocks(text))
    page = _parse_page(first)
    return [page, *filter(None, map(_parse_page, others))] if page else []


def _papers(page: Page, source: Source) -> Iterator[Paper]:
    venue = clean_optional(page.venue)
    year = _year(venue)
    yield msgspec.structs.replace(
        _paper(page.main, source, venue, year),
        keywords=tuple(dict.fromkeys(filter(None, map(clean_text, page.keywords)))),
        presentation_type=page.presentation_type,
    )
    yield from (_paper(lecture, source, venue, year) for lecture in page.listed)
    yield from (_paper(lecture, source, None, None) for lecture in page.similar)


def _parse_page(blocks: Sequence[Block]) -> Page | None:
    tail_at = _tail_at(blocks)
    body, tail = blocks[:tail_at], blocks[tail_at:]
    venue_at = _venue_at(body, _next_venue(tail))
    if venue_at is None:
        return None
    venue, title, rest = body[venue_at], body[venue_at + 1], body[venue_at + 2 :]
    paragraphs = _main_abstract(body[:venue_at])
    main = Lecture((paragraphs or [title])[0].line, title.text, _join(paragraphs))
    own = fold(clean_text(main.abstract or ""))
    rest = [block for block in rest if not own or fold(clean_text(block.text)) != own]
    next_title, similar = _read_tail(tail)
    kind_at, list_at = _find_list(rest, next_title)
    keywords = _keywords(rest[: list_at if kind_at is None else kind_at], rest, venue.text)
    listed = _lectures(rest[list_at:])
    return Page(
        main=main,
        listed=tuple(_with_next_title(listed, next_title)),
        similar=tuple(Lecture(block.line, block.text) for block in similar),
        venue=venue.text,
        keywords=tuple(keywords),
        presentation_type=rest[kind_at].text.lower() if kind_at is not None else None,
    )


def _paper(lecture: Lecture, source: Source, venue: str | None, year: int | None) -> Paper:
    return Paper(
        title=(clean_title(lecture.title) or None) if lecture.title else None,
        abstract=clean_optional(lecture.abstract),
        venue=venue,
        year=year,
        records=(source.record(f"line {lecture.line}"),),
    )


def _year(venue: str | None) -> int | None:
    """Read the year of a venue's name.

    >>> _year("EMNLP 2025"), _year("AAAI-24"), _year("ACL 2023 Demos"), _year(None)
    (2025, 2024, 2023, None)
    """
    if match := re.search(r"(?<!\d)((?:19|20)\d\d)(?!\d)", venue or ""):
        return int(match[1])
    match = re.search(r"[-'’](\d\d)\b", venue or "")
    return 2000 + int(match[1]) if match else None


def _next_venue(blocks: Sequence[Block]) -> str | None:
    return next((match["venue"] for block in blocks if (match := NEXT.fullmatch(block.text))), None)


def _venue_at(blocks: Sequence[Block], named: str | None) -> int | None:
    """Find the venue: the line that "Next from" names, else the first that looks like one and has a title below it."""
    candidates = [number for number in range(len(blocks) - 1) if blocks[number + 1].may_be_title]
    if named is not None:
        for number in candidates:
            if blocks[number].text.casefold() == named.casefold():
                return number
    said = named is not None or any(PRESENTATION.fullmatch(block.text) for block in blocks)
    for number in candidates:
        if VENUE.fullmatch(blocks[number].text) and (said or any(block.is_prose for block in blocks[:number])):
            return number
    return None


def _main_abstract(blocks: Sequence[Block]) -> list[Block]:
    """Leave out the places before the abstract: lines before the first prose."""
    first = next((number for number, block in enumerate(blocks) if block.is_prose), len(blocks))
    return list(blocks[first:])


def _tail_at(blocks: Sequence[Block]) -> int:
    """Find where the page's end begins: downloads, "Next from", similar lectures, footer."""
    return next(
        (
            number
            for number, block in enumerate(blocks)
            if DOWNLOADS.fullmatch(block.text)
            or NEXT.fullmatch(block.text)
            or SIMILAR.fullmatch(block.text)
            or (number > 2 and FOOTER.fullmatch(block.text))
        ),
        len(blocks),
    )


def _read_tail(blocks: Sequence[Block]) -> tuple[Block | None, list[Block]]:
    """Read the title under "Next from", and those under "Similar lecture"."""
    next_title: Block | None = None
    similar: list[Block] = []
    part = ""
    for block in _single_lines(blocks):
        if FOOTER.fullmatch(block.text):
            break
        if NEXT.fullmatch(block.text):
            part = "next"
        elif SIMILAR.fullmatch(block.text):
            part = "similar"
        elif DOWNLOADS.fullmatch(block.text):
            part = ""
        elif part == "next" and next_title is None:
            next_title = block
        elif (
            part == "similar"
            and not block.is_prose
            and not PRESENTATION.fullmatch(block.text)
            and not VENUE.fullmatch(block.text)
        ):
            similar.append(block)
    return next_title, similar


def _single_lines(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        for offset, line in enumerate(block.text.split("\n")):
            yield Block(block.line + offset, line)


def _find_list(rest: Sequence[Block], next_title: Block | None) -> tuple[int | None, int]:
    """Find the presentation type (if any) and where the list begins, in the blocks after the title."""
    wanted = fold(clean_title(next_title.text)) if next_title else ""
    first_title = next((n for n, block in enumerate(rest) if wanted and fold(clean_title(block.text)) == wanted), None)
    limit = first_title if first_title is not None else len(rest)
    kinds = [number for number in range(limit) if PRESENTATION.fullmatch(rest[number].text)]
    kind_at = kinds[-1] if kinds else None
    if kind_at is not None and first_title is None:
        # without the anchor, a type deep in the list would be a title
        first_long = next((n for n in range(1, len(rest)) if rest[n - 1].words >= 60 and rest[n].is_title), len(rest))
        kinds = [number for number in kinds if number < first_long]
        kind_at = kinds[-1] if kinds else None
    welcome_end = _welcome_end(rest, 0 if kind_at is None else kind_at + 1, limit)
    if first_title is None:
        start = welcome_end
        while start < len(rest) and not rest[start].is_prose:
            start += 1
        return kind_at, start
    start = first_title
    while start > welcome_end and rest[start - 1].is_prose and (start == first_title or welcome_end == 0):
        start -= 1
    if kind_at is not None:
        start = max(start, kind_at + 1)
    return kind_at, start


def _welcome_end(rest: Sequence[Block], start: int, limit: int) -> int:
    """Find the end of the welcome: the last block that greets or has markup, with few blocks between two of these."""
    end = start
    for number in range(start, min(limit, len(rest))):
        if number > end + 3:
            break
        text = rest[number].text
        if MARKUP.match(text) or (WELCOME.search(text) and not _follows_title_of_list(rest, number)):
            end = number + 1
    return end


def _follows_title_of_list(rest: Sequence[Block], number: int) -> bool:
    """Say whether a long block is followed by a title and that by another long block: then it is an abstract."""
    return (
        rest[number].words >= 60
        and number + 2 < len(rest)
        and rest[number + 1].is_title
        and rest[number + 2].words >= 60
        and not MARKUP.match(rest[number + 2].text)
    )


def _keywords(blocks: Sequence[Block], rest: Sequence[Block], venue: str) -> list[str]:
    """List the short lines right below the title, up to the welcome; one line may hold several, set apart by `;`."""
    lines: list[str] = []
    for number, block in enumerate(blocks):
        text = block.text
        if block.is_prose or MARKUP.match(text) or text == venue or re.search(r"[!?:]$", text) or WELCOME.search(text):
            break
        if (
            VENUE.fullmatch(text)
            and text[:1].isupper()
            and number + 1 < len(rest)
            and WELCOME.search(rest[number + 1].text)
        ):
            break
        if max(len(line) for line in text.split("\n")) > _LONGEST_KEYWORD * (1 + text.count(",") + text.count(";")):
            break
        lines.extend(text.split("\n"))
    if lines and re.fullmatch(r"keywords?:?", lines[0], re.IGNORECASE):
        del lines[0]
    keywords = [keyword for line in lines for keyword in re.split(r"\s*;\s*", re.sub(r"(?i)^keywords?:\s*", "", line))]
    if len(keywords) == 1 and keywords[0].count(",") >= 1:
        keywords = re.split(r"\s*,\s*", keywords[0])
    return [keyword for keyword in keywords if keyword]


def _lectures(blocks: Sequence[Block]) -> list[Lecture]:
    """Read the list: paragraphs of an abstract, then its title; the last title may be missing."""
    lectures: list[Lecture] = []
    paragraphs: list[Block] = []
    number = 0
    while number < len(blocks):
        if _is_abstract(blocks, number):
            paragraphs.append(blocks[number])
            number += 1
            continue
        run = number
        while run < len(blocks) and not _is_abstract(blocks, run):
            run += 1
        lines = list(blocks[number:run])
        number = run
        if paragraphs:
            title = lines.pop(0)
            lectures.append(Lecture(paragraphs[0].line, title.text, _join(paragraphs)))
            paragraphs = []
        if len(lines) % 2 == 0:
            # short lines in pairs: abstracts that are no sentences, each with its title
            pairs = zip(lines[::2], lines[1::2], strict=True)
            lectures += [Lecture(short.line, title.text, short.text) for short, title in pairs]
        else:
            lectures += [Lecture(title.line, title.text) for title in lines]
    if paragraphs:
        lectures.append(Lecture(paragraphs[0].line, None, _join(paragraphs)))
    return lectures


def _is_abstract(blocks: Sequence[Block], number: int) -> bool:
    """Tell abstracts from titles, also from one that ends in a full stop: it stands between two long blocks."""
    block = blocks[number]
    if not block.is_prose:
        return False
    between = (
        number > 0 and blocks[number - 1].words >= 60 and (number + 1 == len(blocks) or blocks[number + 1].words >= 60)
    )
    short = block.words <= 20 and "\n" not in block.text and not block.has_sentences
    return not (between and short and "http" not in block.text)


def _with_next_title(listed: list[Lecture], next_title: Block | None) -> list[Lecture]:
    """Give the title under "Next from" to the first of the list where that has none; alone, it is a bare title."""
    if next_title is None:
        return listed
    wanted = fold(clean_title(next_title.text))
    if any(fold(clean_title(lecture.title or "")) == wanted for lecture in listed):
        return listed
    if listed and listed[0].title is None:
        return [msgspec.structs.replace(listed[0], title=next_title.text), *listed[1:]]
    return [*listed, Lecture(next_title.line, next_title.text)]


def _join(paragraphs: Sequence[Block]) -> str | None:
    return "\n".join(block.text for block in paragraphs) or None
