"""Where one lecture page ends and the next begins, in a file that several were pasted into.

A page has one head: an abstract, the venue, the title. So a second head begins a second page, together with what
stands between it and the end of the page before: after the last mark of that end (downloads, "Next from", similar
lectures, footer) or, after a page that was saved without its end, from the head's own abstract on.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from kg.papers.lecture_layout import DOWNLOADS, FOOTER, MARKUP, NEXT, PRESENTATION, SIMILAR, VENUE, WELCOME, Block

_LONGEST_PLACE: Final = 3


class _Layout:
    """The blocks of a file, and for each place in it where the next of some kind stands (their number if none does)."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = blocks
        self.prose = self._places([block.is_prose for block in blocks])
        self.presentation = self._places([PRESENTATION.fullmatch(block.text) is not None for block in blocks])
        self.mark = self._places([_is_mark(block.text) for block in blocks])
        self.next_from = self._places([NEXT.fullmatch(block.text) is not None for block in blocks])
        named = {match["venue"].casefold() for block in blocks if (match := NEXT.fullmatch(block.text))}
        venues = [VENUE.fullmatch(block.text) is not None or block.text.casefold() in named for block in blocks]
        titles = [
            block.may_be_title and not venue and not _is_mark(block.text)
            for block, venue in zip(blocks, venues, strict=True)
        ]
        self.head = self._places([venue and title for venue, title in zip(venues, [*titles, False][1:], strict=True)])

    def _places(self, wanted: Sequence[bool]) -> list[int]:
        # two more, so that one may look behind the title of a head that ends the file
        following = [len(wanted)] * (len(wanted) + 2)
        for number in range(len(wanted) - 1, -1, -1):
            following[number] = number if wanted[number] else following[number + 1]
        return following


def split_pages(blocks: Sequence[Block]) -> list[list[Block]]:
    """Split the blocks of a file into those of its pages, in order; most files hold one.

    Args:
        blocks: all blocks of the file.

    Returns:
        The blocks of each page, at least one list. Together they are the blocks given, but a block whose lines belong
        to two pages is split.
    """
    blocks = list(_separate(blocks))
    layout = _Layout(blocks)
    starts = [0]
    head: int | None = None
    tail: int | None = None
    for number, block in enumerate(blocks):
        if layout.mark[number] == number and (number - starts[-1] > 2 or not FOOTER.fullmatch(block.text)):
            tail = number
        elif layout.head[number] == number:
            if tail is not None:
                start = _start_after_tail(layout, tail, number)
            elif head is not None:
                start = _start_after_head(layout, head, number)
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


def _separate(blocks: Sequence[Block]) -> Iterator[Block]:
    """Separate the last line of a page from the first of the next where no empty line, or no line end, is between them.

    Without a line end the two are told apart only where the next page begins with the same place as the first.
    """
    place = blocks[0].text if blocks and blocks[0].is_title else ""
    titled = False
    for block in blocks:
        lines = block.text.split("\n")
        first = 0
        while first + 1 < len(lines) and (titled or _is_mark(lines[first])):
            yield Block(block.line + first, lines[first])
            titled = _has_title(lines[first])
            first += 1
        last = Block(block.line + first, "\n".join(lines[first:]))
        title = last.text.removesuffix(place)
        if titled and place and title not in ("", last.text) and not title[-1].isspace():
            yield Block(last.line, title)
            last = Block(last.line, place)
        yield last
        titled = _has_title(last.text)


def _has_title(mark: str) -> bool:
    """Say whether a title stands below a mark."""
    return NEXT.fullmatch(mark) is not None or SIMILAR.fullmatch(mark) is not None


def _start_after_tail(layout: _Layout, tail: int, head: int) -> int | None:
    """Find where the page begins whose venue comes after the end of another; None if this is no venue of a page."""
    mark = layout.blocks[tail].text
    start = tail + 1 + _has_title(mark)
    if head < start:
        return None
    prose = layout.prose[start]
    if prose >= head:
        # without an abstract it has to say how it was presented, or what comes next; similar lectures may have venues
        end, another = layout.mark[head + 2], layout.head[head + 2]
        next_from = layout.next_from[head + 2]
        whole = layout.presentation[head + 2] < min(end, another) or next_from < min(layout.mark[end + 1] + 1, another)
        return start if whole and not SIMILAR.fullmatch(mark) else None
    if not SIMILAR.fullmatch(mark):
        # the lines before the abstract are places, or what is left of a footer
        return prose
    if not mark.rstrip(":").endswith("s"):
        return start
    # more titles, then places
    first = prose
    while first > start and _may_be_place(layout.blocks[first - 1]):
        first -= 1
    return first


def _may_be_place(block: Block) -> bool:
    return block.words <= _LONGEST_PLACE and not any(sign in block.text for sign in ":?!")


def _start_after_head(layout: _Layout, before: int, head: int) -> int | None:
    """Find where a page begins that follows one without an end; None if this is no venue of a page.

    A venue's name stands in a welcome too. So there has to be an abstract above it, and each of the two pages has to
    say how it was presented.
    """
    blocks = layout.blocks
    start = head
    while start > before + 2 and blocks[start - 1].is_prose:
        start -= 1
    if any(WELCOME.search(block.text) or MARKUP.match(block.text) for block in blocks[start:head]) or start == head:
        return None
    while start > before + 3 and _may_be_place(blocks[start - 1]) and not blocks[start - 2].is_prose:
        if PRESENTATION.fullmatch(blocks[start - 1].text):
            break
        start -= 1
    both = layout.presentation[before + 2] < start and layout.presentation[head + 2] < layout.mark[head]
    return start if both else None
