r"""BibTeX and BibLaTeX: Zotero, the ACL Anthology, DBLP, Google Scholar and what else writes `.bib`.

Split by bibtexparser, which goes on after a broken entry. Values are put together here: `@string` and `#` (§3 of
BibTeX's manual, "BibTeXing"), each from those before it.
"""

import logging
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from kg.errors import Problem
from kg.papers import ris, tables
from kg.papers.decoding import read_text
from kg.papers.fields import find_arxiv_id, make_author, make_paper, split_keywords
from kg.papers.limits import MAX_RECORD
from kg.papers.paper import Author, Paper
from kg.papers.source import Source

NAME: Final = "bibtex"
DESCRIPTION: Final = "BibTeX"
SUFFIXES: Final = (".bib", ".bibtex")

_ENTRY: Final = re.compile(r"^\s*@[A-Za-z]+\s*[{(]\s*[^\s,{}]*\s*[,}=]", re.MULTILINE)
_PART: Final = re.compile(r'\s*(?:#\s*)?(?:(?P<open>[{"])|(?P<word>[^\s#{}",]+))')
_NO_PAPERS: Final = frozenset("proceedings mvproceedings book mvbook collection periodical online software".split())
_VENUES: Final = (
    "journal",
    "journaltitle",
    "booktitle",
    "eventtitle",
    "series",
    "school",
    "institution",
    "howpublished",
)
#: a group whose braces only protect capitals: none after a macro, an accent or a script, none that begins with a macro
_GROUP: Final = re.compile(r"(?P<kept>\\[A-Za-z]+\*?\s*|\\.|[\^_}]\s*)?(?<!\\)\{(?P<inside>(?!\\)(?:[^{}\\]|\\.)*)\}")
_MACRO_GROUP: Final = re.compile(r"(?<!\\)\{(?P<inside>(?=\\)(?:[^{}\\]|\\.)*)\}")
_OPEN, _CLOSE = "\ue000", "\ue001"
_DEEPEST: Final = 30
_LONGEST_STRING: Final = 10_000
#: what stands outside of entries is a comment; more lines of it are another text, that quotes an entry
_PREAMBLE: Final = 10


def recognises(head: str, path: str) -> bool:
    r"""Say whether a text holds an entry, with nothing but comments before it.

    >>> [recognises(head, "a") for head in ("% x\n@article{a, title={T}}", "@string{a = {b}}", "@article is a word")]
    [True, True, False]
    """
    head = head.lstrip("\ufeff").replace("\r", "\n")
    entry = _ENTRY.search(head)
    if entry is None or head.lstrip().startswith(("{", "[", "<", "#!", "%PDF-")):
        return False
    before = [line for line in head[: entry.start()].split("\n") if line.strip() and line.lstrip()[0] not in "%@"]
    # what stands first says what the file is: a table or a list of records may quote an entry
    return len(before) < _PREAMBLE and not tables.recognises(head, path) and not ris.recognises(head, path)


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read the entries of a file that are papers, and say which are broken."""
    from bibtexparser.model import (
        Block,
        DuplicateBlockKeyBlock,
        DuplicateFieldKeyBlock,
        Entry,
        ParsingFailedBlock,
        String,
    )
    from bibtexparser.splitter import Splitter

    text = read_text(source)
    if isinstance(text, Problem):
        yield text
        return
    logging.getLogger("bibtexparser").addHandler(logging.NullHandler())
    blocks = Splitter(text).split().blocks
    strings = resolve_strings({block.key.lower(): block.value for block in blocks if isinstance(block, String)})
    entries: list[tuple[str, int, dict[str, str], str]] = []
    for found in blocks:
        block: Block | None = found
        position = f"line {(found.start_line or 0) + 1}"
        if isinstance(block, DuplicateBlockKeyBlock):
            yield source.problem(position, f"has the key of an entry before it: {block.key}", "give it another key")
            block = block.ignore_error_block
        elif isinstance(block, DuplicateFieldKeyBlock):
            names = ", ".join(sorted(block.duplicate_keys))
            yield source.problem(position, f"has a field twice: {names}; the first was read", "leave one out")
            block = block.ignore_error_block
        elif isinstance(block, ParsingFailedBlock):
            if not source.damage:
                yield source.problem(position, f"is no BibTeX: {_reason(block.error)}", "balance its braces and quotes")
            continue
        if isinstance(block, Entry):
            if len(block.raw or "") > MAX_RECORD:
                yield source.problem(position, f"is longer than {MAX_RECORD:,} signs", "shorten it")
                continue
            fields: dict[str, str] = {}
            for field in block.fields:
                fields.setdefault(field.key.lower(), join_parts(str(field.value), strings))
            entries.append((block.key, (found.start_line or 0) + 1, fields, block.entry_type.lower()))
    by_key = {key.lower(): fields for key, _, fields, _ in entries}
    for key, line, fields, kind in entries:
        if kind not in _NO_PAPERS or "abstract" in fields:
            yield _paper(source, key, line, fields, by_key.get(fields.get("crossref", "").lower(), {}))


def join_parts(value: str, strings: Mapping[str, str]) -> str:
    """Put a value together from its parts: braces and quotes go, names of strings become what they stand for.

    >>> join_parts('acl # " of " # {20{24}} # 1', {"acl": "Proc. {ACL}"})
    'Proc. {ACL} of 20{24}1'
    """
    out: list[str] = []
    at, size = 0, 0
    while match := _PART.match(value, at):
        if match["open"]:
            end = _closing(value, match.end())
            out.append(value[match.end() : end])
            at = end + 1
        else:
            at = match.end()
            out.append(strings.get(match["word"].lower(), match["word"]))
        size += len(out[-1])
        if size > MAX_RECORD:
            return ""
    return "".join(out)


def resolve_strings(strings: Mapping[str, str]) -> dict[str, str]:
    """Put the strings of a file together, each from those before it, as BibTeX does; so none can name itself.

    >>> resolve_strings({"a": "{A}", "b": 'a # " B"', "c": "c # d", "d": "c"})
    {'a': 'A', 'b': 'A B', 'c': 'cd', 'd': 'cd'}
    """
    resolved: dict[str, str] = {}
    for name, value in strings.items():
        resolved[name] = join_parts(value, resolved)[:_LONGEST_STRING]
    return resolved


def drop_braces(text: str) -> str:
    r"""Drop the braces that only keep capitals or words together; those of macros, accents and maths stay.

    >>> drop_braces(r"{{The {GPT-3} Paper} by {\"o}ne}, \emph{x}, $\{a\}_{i}$ and pre{T}rained")
    'The GPT-3 Paper by {\\"o}ne, \\emph{x}, $\\{a\\}_{i}$ and preTrained'
    """
    for _ in range(_DEEPEST):
        again = _GROUP.sub(lambda m: f"{m['kept']}{_OPEN}{m['inside']}{_CLOSE}" if m["kept"] else m["inside"], text)
        again = _MACRO_GROUP.sub(_keep_or_unwrap, again)
        if again == text:
            break
        text = again
    return text.replace(_OPEN, "{").replace(_CLOSE, "}")


def _keep_or_unwrap(group: re.Match[str]) -> str:
    r"""Drop braces around an escaped sign or a macro with its argument; keep those of accents and {\em …}."""
    inside = group["inside"]
    complete = re.match(rf"\\(?:[%&_#$]|[A-Za-z]{{3,}}\*?\s*{_OPEN})", inside)
    return inside if complete else f"{_OPEN}{inside}{_CLOSE}"


def _closing(value: str, start: int) -> int:
    """Find where a part in braces or quotes ends; quotes inside braces don't count."""
    ends_by_quote = value[start - 1] == '"'
    depth = 0
    for match in re.compile(r'\\.|[{}"]', re.DOTALL).finditer(value, start):
        sign = match.group()
        if sign == "{":
            depth += 1
        elif (sign == '"' and ends_by_quote and depth == 0) or (sign == "}" and depth == 0):
            return match.start()
        elif sign == "}":
            depth -= 1
    return len(value)


def _paper(
    source: Source, key: str, line: int, fields: Mapping[str, str], parent: Mapping[str, str]
) -> Paper | Problem:
    def text(name: str) -> str:
        return drop_braces(fields.get(name, ""))

    venue = next((text(name) for name in _VENUES if fields.get(name)), "") or drop_braces(
        parent.get("booktitle") or parent.get("title", "")
    )
    title = ": ".join(filter(None, (text("title"), text("subtitle"))))
    is_arxiv = "arxiv" in (fields.get("archiveprefix") or fields.get("eprinttype") or "").lower()
    arxiv = fields.get("eprint") if is_arxiv else find_arxiv_id(venue, fields.get("eprint"), fields.get("url"))
    return make_paper(
        source,
        f"line {line}",
        identifier=key,
        title=title,
        abstract=text("abstract"),
        keywords=split_keywords(text("keywords") or text("keyword")),
        authors=_authors(fields.get("author", "")),
        venue=venue,
        year=fields.get("year") or fields.get("date") or parent.get("year"),
        doi=fields.get("doi", "").replace("\\", ""),
        arxiv=arxiv,
        url=fields.get("url", "").replace("\\", ""),
    )


def _authors(text: str) -> Iterator[Author | None]:
    from bibtexparser.middlewares.names import (
        InvalidNameError,
        parse_single_name_into_parts,
        split_multiple_persons_names,
    )

    for name in split_multiple_persons_names(text):
        if name.startswith("{") and name.endswith("}") and "," not in re.sub(r"\{[^{}]*\}", "", name[1:-1]):
            yield make_author(drop_braces(name))  # an organisation, or a name that is not to be taken apart
            continue
        try:
            parts = parse_single_name_into_parts(name, strict=False)
            given = [*parts.first, *parts.von, *parts.last, *parts.jr]
        except (InvalidNameError, ValueError):
            given = [name]
        written = drop_braces(" ".join(given))
        if written.strip().lower() not in ("others", ""):
            yield make_author(written)


def _reason(error: Any) -> str:
    message = str(getattr(error, "abort_reason", error)).strip().rstrip(".")
    return (message[:1].lower() + message[1:])[:200]
