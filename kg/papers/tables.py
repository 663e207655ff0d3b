"""CSV and TSV with a header of usual names in any case: Scopus, Web of Science, Zotero, spreadsheets, data frames.

Delimiter and encoding are found. A quote that is never closed costs its own row and not the rest of the file.
"""

import csv
import re
from collections.abc import Iterator, Mapping
from typing import Final

from kg.errors import Problem
from kg.papers.decoding import read_text
from kg.papers.fields import find_arxiv_id, make_author, make_paper, split_keywords
from kg.papers.limits import MAX_RECORD
from kg.papers.paper import Paper
from kg.papers.source import Source

NAME: Final = "table"
DESCRIPTION: Final = "CSV or TSV with a header that has a title or an abstract"
SUFFIXES: Final = (".csv", ".tsv", ".tab")

_COLUMNS: Final = {
    "title": "title|article title|document title|paper title|ti|primary title|papertitle|name of paper",
    "abstract": "abstract|abstract note|ab|summary|abstracttext|paper abstract|description|abstract text",
    "keywords": "keywords|author keywords|author keyword|keyword|de|manual tags|tags|index terms|keywords author",
    "authors": "authors|author|author names|au|author full names|author s|creator|creators|author list",
    "venue": "venue|journal|source title|publication title|booktitle|so|conference|"
    "journal book|journal title|source|container title|"
    "proceedings title|publication|host venue",
    "year": "year|publication year|py|date|published|publication date|pub year|pubyear|year of publication|create date",
    "doi": "doi|di|doi link|doi url",
    "id": "id|key|paper id|paperid|ut|ut unique wos id|eid|pmid|identifier|uid|corpus id|anthology id|item id",
    "arxiv": "arxiv|arxiv id|arxivid",
    "url": "url|link|paper url|pdf url|uri|landing page url|links",
}  # fmt: skip
_NAMES: Final = {name: field for field, names in _COLUMNS.items() for name in names.split("|")}
_DELIMITERS: Final = ",\t;|"
_LONGEST_ROW: Final = 500


def recognises(head: str, path: str) -> bool:  # noqa: ARG001
    r"""Say whether the first line names columns, one of them for titles or abstracts, in two columns at least.

    >>> heads = ("Title;DOI\n", "id\tabstract\n", "Title, and more\n", "@article{title, id}", '"Title","Year"\r\n')
    >>> [recognises(head, "a") for head in heads]
    [True, True, False, False, True]
    """
    return _header(head.lstrip("\ufeff").replace("\0", "").replace("\r", "\n")) is not None


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read the rows of a table, and say which hold no paper."""
    text = read_text(source)
    if isinstance(text, Problem):
        yield text
        return
    if "\0" in text:
        yield source.problem("", "holds NUL characters, which were left out", "save it again as CSV in UTF-8")
        text = text.replace("\0", "")
    found = _header(text)
    if found is None:
        return
    delimiter, columns, at = found
    lines = text.split("\n")
    csv.field_size_limit(MAX_RECORD)
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        row, used = _next_row(lines, at, delimiter)
        position = f"line {at + 1}"
        at += used
        if row is None:
            if not (source.damage and at >= len(lines)):
                yield source.problem(position, "opens a quote that is never closed", 'write a quote in a cell as ""')
            continue
        if len(row) > len(columns) and any(cell.strip() for cell in row[len(columns) :]):
            message = f"has {len(row)} cells where the header has {len(columns)}; those beyond were left out"
            yield source.problem(position, message, "put quotes around cells that hold the delimiter")
        values: dict[str, str] = {}
        for name, cell in zip(columns, row, strict=False):
            if name and cell.strip():
                values.setdefault(name, cell)
        if values:
            yield _paper(source, position, values)


def _header(text: str) -> tuple[str, list[str], int] | None:
    """Find the delimiter, the field of each column (empty for others), and the line after the header."""
    lines = text.split("\n", 6)[:6]
    for at, line in enumerate(lines):
        if not line.strip() or re.fullmatch(r"sep=.", line.strip()):
            continue
        if len(line) > 20_000 or line.lstrip()[:1] in "{[<@%":
            return None
        best: tuple[str, list[str]] | None = None
        for delimiter in _DELIMITERS:
            cells = next(csv.reader([line], delimiter=delimiter), [])
            columns = [_NAMES.get(" ".join(re.findall(r"[a-z]+", cell.lower())), "") for cell in cells]
            known = len([*filter(None, columns)])
            telling = {"title", "abstract"} & {*columns} and known > 1
            if telling and (best is None or known > len([*filter(None, best[1])])):
                best = (delimiter, columns)
        return (*best, at + 1) if best else None
    return None


def _next_row(lines: list[str], at: int, delimiter: str) -> tuple[list[str] | None, int]:
    """Read the row that begins on a line, and count its lines; None if a quote in it is never closed."""
    ahead = (lines[number] + "\n" for number in range(at, min(at + _LONGEST_ROW, len(lines))))
    rows = csv.reader(ahead, delimiter=delimiter, strict=True)
    try:
        return next(rows), rows.line_num
    except StopIteration:
        return [], 1
    except csv.Error as error:
        if "unexpected end" in str(error) or "field larger" in str(error):
            return None, 1
    loose = csv.reader([lines[at] + "\n"], delimiter=delimiter)
    try:
        return next(loose, []), 1
    except csv.Error:
        return None, 1


def _paper(source: Source, position: str, values: Mapping[str, str]) -> Paper | Problem:
    names = values.get("authors", "")
    parts = re.split(r";|\||\sand\s", names) if re.search(r";|\||\sand\s", names) else _by_comma(names)
    url = values.get("url", "")
    return make_paper(
        source,
        position,
        identifier=values.get("id"),
        title=values.get("title"),
        abstract=None if values.get("abstract", "").strip().lower() in _NO_ABSTRACTS else values.get("abstract"),
        keywords=split_keywords(values.get("keywords")),
        authors=[make_author(re.sub(r"\(\d+\)", "", name)) for name in parts],
        venue=values.get("venue"),
        year=values.get("year"),
        doi=values.get("doi"),
        arxiv=values.get("arxiv") or find_arxiv_id(url, values.get("venue")),
        url=url,
    )


_NO_ABSTRACTS: Final = frozenset({"[no abstract available]", "nan", "none", "null", "n/a", "no abstract available"})


def _by_comma(names: str) -> list[str]:
    """Part names by commas where these don't part family from given names.

    >>> _by_comma("Ada Example, Bob Sample"), _by_comma("Example, Ada"), _by_comma("Example A., Sample B.")
    (['Ada Example', ' Bob Sample'], ['Example, Ada'], ['Example A.', ' Sample B.'])
    """
    parts = names.split(",")
    return parts if all(len(part.split()) > 1 for part in parts) or len(parts) > 3 else [names]
