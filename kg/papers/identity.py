"""What tells papers apart: DOIs, ACL Anthology ids, arXiv ids, and a checksum where there is none of these.

Syntax of ids: DOI handbook §2.2; https://info.arxiv.org/help/arxiv_identifier.html;
https://aclanthology.org/info/ids/ (the form since 2020, `2020.acl-main.1`, and the one before, `P19-1001`).
"""

import hashlib
import re
import unicodedata
from typing import Final
from urllib.parse import unquote

import msgspec

from kg.papers.paper import Paper

_DOI: Final = re.compile(
    r"(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi:\s*|info:doi/)?(10\.[0-9]{4,9}(?:\.[0-9]+)*/\S*[^\s.,;])[.,;]*",
    re.IGNORECASE,
)
_ARXIV: Final = re.compile(
    r"(?:(?:https?://)?(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv:\s*)?"
    r"(\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}|[a-z]+(?:-[a-z]+)?(?:\.[A-Z]{2})?/\d{2}(?:0[1-9]|1[0-2])\d{3})(?:v\d+)?(?:\.pdf)?/?",
    re.IGNORECASE | re.ASCII,
)
_ANTHOLOGY: Final = re.compile(
    r"(?:(?:https?://)?(?:www\.)?(?:aclanthology\.org|aclweb\.org/anthology(?:/papers)?|aclanthology\.info/papers)/)?"
    r"(\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.\d+|[A-Z]\d{2}-\d{4})(?:v\d+)?(?:\.pdf)?/?",
    re.IGNORECASE | re.ASCII,
)
_ARXIV_DOI: Final = re.compile(r"10\.48550/arxiv\.(.+)", re.IGNORECASE)
_ANTHOLOGY_DOI: Final = re.compile(r"10\.(?:18653|3115)/v1/(.+)", re.IGNORECASE)
_ORCID: Final = re.compile(
    r"(?:(?:https?://)?(?:www\.)?orcid\.org/)?(\d{4}-?\d{4}-?\d{4}-?\d{3}[\dX])/?", re.IGNORECASE | re.ASCII
)
#: 128 bits: no two of a billion papers meet by chance
_DIGITS: Final = 32
_LABEL_WORDS: Final = 10


def strip_invisible(text: str) -> str:
    r"""Drop what an id copied from a page may carry along: control and format characters, needless blanks.

    >>> strip_invisible(" 10.1000/1\u200b\x00")
    '10.1000/1'
    """
    return " ".join("".join(sign for sign in text if sign.isprintable() or sign.isspace()).split())


def normalize_doi(text: str) -> str | None:
    """Bring a DOI to lower case without a resolver's address; None if it is none.

    >>> [normalize_doi(text) for text in ("https://doi.org/10.18653/v1/P19-1001", "doi:10.1000/X(1).", "P19-1001")]
    ['10.18653/v1/p19-1001', '10.1000/x(1)', None]
    """
    if text.lstrip().lower().startswith("http"):
        text = unquote(text)
    match = _DOI.fullmatch(strip_invisible(text))
    return match[1].lower() if match and "\ufffd" not in match[1] else None


def normalize_arxiv_id(text: str) -> str | None:
    """Bring an arXiv id to its bare form without a version; None if it is none.

    >>> [normalize_arxiv_id(text) for text in ("arXiv:2101.00001v2", "https://arxiv.org/pdf/cs/0112017.pdf", "12.5")]
    ['2101.00001', 'cs/0112017', None]
    """
    match = _ARXIV.fullmatch(strip_invisible(text))
    if not match:
        return None
    archive, slash, number = match[1].rpartition("/")
    # the subject class after the dot (math.GT/0309136) is no part of the id
    return archive.partition(".")[0].lower() + slash + number


def normalize_anthology_id(text: str) -> str | None:
    """Bring an Anthology id of a paper to its bare form; None if it is none.

    >>> [normalize_anthology_id(text) for text in ("https://aclanthology.org/2024.acl-long.7/", "p19-1001", "W18-01")]
    ['2024.acl-long.7', 'P19-1001', None]
    """
    match = _ANTHOLOGY.fullmatch(strip_invisible(text))
    if not match:
        return None
    return match[1].lower() if "." in match[1] else match[1].upper()


def normalize_orcid(text: str) -> str | None:
    """Bring an ORCID to its bare form with hyphens; None if it is none or its check digit is wrong (ISO 7064, 11-2).

    >>> normalize_orcid("https://orcid.org/0000-0002-1825-0097"), normalize_orcid("0000-0002-1825-0098")
    ('0000-0002-1825-0097', None)
    """
    match = _ORCID.fullmatch(strip_invisible(text))
    if not match:
        return None
    digits = match[1].replace("-", "").upper()
    total = 0
    for digit in digits[:-1]:
        total = (total + int(digit)) * 2
    if "0123456789X"[(12 - total % 11) % 11] != digits[-1]:
        return None
    return "-".join(digits[start : start + 4] for start in range(0, 16, 4))


def with_known_ids(paper: Paper) -> Paper:
    """Fill in what the ids and the address of a paper say by their very form.

    The DOI `10.48550/arXiv.X` is arXiv's for X, `10.18653/v1/X` and `10.3115/v1/X` are the Anthology's for X.

    >>> with_known_ids(Paper(title="T", doi="10.18653/v1/p19-1001")).anthology_id
    'P19-1001'
    """
    doi, anthology, arxiv = paper.doi, paper.anthology_id, paper.arxiv_id
    if paper.url:
        doi = doi or normalize_doi(paper.url) if "doi.org/" in paper.url else doi
        anthology = anthology or (normalize_anthology_id(paper.url) if "/" in paper.url else None)
        arxiv = arxiv or (normalize_arxiv_id(paper.url) if "arxiv.org/" in paper.url else None)
    if doi and (match := _ARXIV_DOI.fullmatch(doi)):
        arxiv = arxiv or normalize_arxiv_id(match[1])
    if doi and (match := _ANTHOLOGY_DOI.fullmatch(doi)):
        anthology = anthology or normalize_anthology_id(match[1])
    if (doi, anthology, arxiv) == (paper.doi, paper.anthology_id, paper.arxiv_id):
        return paper
    return msgspec.structs.replace(paper, doi=doi, anthology_id=anthology, arxiv_id=arxiv)


def is_arxiv_doi(doi: str) -> bool:
    """Say whether a DOI is one that arXiv gives to each of its papers: it then names the preprint.

    >>> is_arxiv_doi("10.48550/arxiv.2101.00001"), is_arxiv_doi("10.1000/1")
    (True, False)
    """
    return _ARXIV_DOI.fullmatch(doi) is not None


def paper_key(paper: Paper) -> str:
    """Name a paper: its DOI, else its Anthology id, else its arXiv id, else a checksum of what it says.

    The checksum (SHA-256, its first 32 digits) is over title and abstract, folded so that case, blanks and punctuation
    don't matter. A paper without an abstract adds first author, year and venue, for many have the title "Introduction".

    >>> paper_key(Paper(title="T", doi="10.1000/1")), paper_key(Paper(title="T", arxiv_id="2101.00001"))
    ('10.1000/1', 'arxiv:2101.00001')
    >>> paper_key(Paper(title="T", abstract="A.")) == paper_key(Paper(title="t", abstract=" a "))
    True
    """
    if paper.doi:
        return paper.doi.lower()
    if paper.anthology_id:
        return paper.anthology_id
    if paper.arxiv_id:
        return f"arxiv:{paper.arxiv_id}"
    parts = [fold(paper.title or ""), fold(paper.abstract or "")]
    if not paper.abstract:
        author = paper.authors[0].name if paper.authors else ""
        parts += [fold(author), str(paper.year or ""), fold(paper.venue or "")]
    return "sha256:" + hashlib.sha256("\n\n".join(parts).encode("utf-8", "replace")).hexdigest()[:_DIGITS]


def paper_label(paper: Paper) -> str:
    """Say what to call a paper: its title, or the first words of its abstract.

    >>> paper_label(Paper(title="A title")), paper_label(Paper(abstract="1 2 3 4 5 6 7 8 9 10, 11."))
    ('A title', '1 2 3 4 5 6 7 8 9 10…')
    """
    if paper.title:
        return paper.title
    words = (paper.abstract or "").split()
    if not words:
        return paper_key(paper)
    if len(words) <= _LABEL_WORDS:
        return " ".join(words)
    return " ".join(words[:_LABEL_WORDS]).rstrip(".,;:–—-") + "…"


def fold(text: str) -> str:
    """Fold a text for comparison: case, compatibility forms, blanks and punctuation go, letters, digits and signs stay.

    >>> fold("The “C++” Parser: ﬁne-tuned"), fold("C#") == fold("C")
    ('thec++parserfinetuned', False)
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    kept = (sign for sign in folded if sign in "#&%*@" or unicodedata.category(sign)[0] not in "ZCP")
    return unicodedata.normalize("NFKC", "".join(kept))
