"""Where one lecture page ends and the next begins, in a file that several were pasted into.

A page has one head: an abstract, the venue, the title. So a second head begins a second page, together with what
stands between it and the end of the page before: after the last mark of that end (downloads, "Next from", similar
lectures, footer) or, after a page that was saved without its end, from the head's own abstract on.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from kg.papers.lecture_layout import DOWNLOADS, FOOTER, MARKUP, NEXT, PRESENTATION, SIMILAR, VENUE, WELCOME, Block

_LONGEST_PLACE: Final = 3


def split_pages(blocks: Sequence[Block]) -> list[list[Block]]:
    """Split the blocks of a file into those of its pages, in order; most files hold one.

    Args:
        blocks: all blocks of the file.

    Returns:
        The blocks of each page, at least one list. Together they are the blocks given, but a block whose lines belong
        to two pages is split.
    """
    venues = {match["venue"].casefold() for block in blocks if (match := NEXT.fullmatch(block.text))}
    blocks = list(_separate(blocks))
    starts = [0]
    head: int | None = None
    tail: int | None = None
    for number, block in enumerate(blocks):
        if _is_mark(block.text) and (number - starts[-1] > 2 or not FOOTER.fullmatch(block.text)):
            tail = number
        elif _is_head(blocks, number, venues):
            if tail is not None:
                start = _start_after_tail(blocks, tail, number)
            elif head is not None:
                start = _start_after_head(blocks, head, number)
            else:
                start = 0
            if start is None:
                continue
            if start:
                starts.append(start)
            head, tail = number, None
    return [blocks[start:end] for start, end in zip(starts, [*starts[1:], len(blocks)], strict=True)]


def _is_mark(line: str) -> bool:
    return any(mark.fullmatch(line) for mark in (DOWNLOADS, NEXT, SIMILAR, FOOTER))


def _is_head(blocks: Sequence[Block], number: int, venues: set[str]) -> bool:
    """Say whether a block is a venue with a title below it."""
    text = blocks[number].text
    return (
        (VENUE.fullmatch(text) is not None or text.casefold() in venues)
        and number + 1 < len(blocks)
        and blocks[number + 1].may_be_title
        and not _is_mark(blocks[number + 1].text)
    )


def _separate(blocks: Sequence[Block]) -> Iterator[Block]:
    """Separate the last line of a page from the first of the next where no empty line, or no line end, is between them.

    Without a line end the two are told apart only where the next page begins with the same place as the first.
    """
    place = blocks[0].text if blocks and blocks[0].is_title else ""
    titled = False
    for block in blocks:
        line, lines = block.line, block.text.split("\n")
        while len(lines) > 1 and (titled or _is_mark(lines[0])):
            yield Block(line, lines[0])
            titled = _has_title(lines[0])
            line, lines = line + 1, lines[1:]
        last = Block(line, "\n".join(lines))
        title = last.text.removesuffix(place)
        if titled and place and title not in ("", last.text) and not title[-1].isspace():
            yield Block(line, title)
            last = Block(line, place)
        yield last
        titled = _has_title(last.text)


def _has_title(mark: str) -> bool:
    """Say whether a title stands below a mark."""
    return NEXT.fullmatch(mark) is not None or SIMILAR.fullmatch(mark) is not None


def _start_after_tail(blocks: Sequence[Block], tail: int, head: int) -> int | None:
    """Find where the page begins whose venue comes after the end of another; None if this is no venue of a page."""
    mark = blocks[tail].text
    start = tail + 1 + _has_title(mark)
    if head < start:
        return None
    prose = next((number for number in range(start, head) if blocks[number].is_prose), None)
    if prose is None:
        # similar lectures may be listed with their venues
        following = blocks[head + 2 :]
        whole = any(PRESENTATION.fullmatch(block.text) or NEXT.fullmatch(block.text) for block in following)
        return start if whole and not SIMILAR.fullmatch(mark) else None
    if SIMILAR.fullmatch(mark) and mark.rstrip(":").endswith("s"):
        # more titles, then places
        first = prose
        while first > start and _may_be_place(blocks[first - 1]):
            first -= 1
        return first
    return start


def _may_be_place(block: Block) -> bool:
    return block.words <= _LONGEST_PLACE and not any(sign in block.text for sign in ":?!")


def _start_after_head(blocks: Sequence[Block], before: int, head: int) -> int | None:
    """Find where a page begins that follows one without an end; None if this is no venue of a page.

    A venue's name stands in a welcome too. So there has to be an abstract above it, and each of the two pages has to
    say how it was presented.
    """
    start = head
    while start > before + 2 and blocks[start - 1].is_prose:
        start -= 1
    if any(WELCOME.search(block.text) or MARKUP.match(block.text) for block in blocks[start:head]) or start == head:
        return None
    while start > before + 3 and _may_be_place(blocks[start - 1]) and not blocks[start - 2].is_prose:
        if PRESENTATION.fullmatch(blocks[start - 1].text):
            break
        start -= 1
    end = next((number for number in range(head, len(blocks)) if _is_mark(blocks[number].text)), len(blocks))
    kinds = [number for number in range(before + 2, end) if PRESENTATION.fullmatch(blocks[number].text)]
    if not any(number < start for number in kinds) or not any(number > head + 1 for number in kinds):
        return None
    return start
