"""Web pages about papers: citation meta tags (Highwire Press, Dublin Core), schema.org as JSON-LD, lecture pages.

Meta tags: https://scholar.google.com/intl/en/scholar/inclusion.html#indexing; JSON-LD: https://schema.org/ScholarlyArticle.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from lxml import etree
from lxml import html as lxml_html

from kg.errors import Problem
from kg.papers import lecture_page
from kg.papers.decoding import read_text
from kg.papers.fields import find_arxiv_id, make_author, make_paper, split_keywords
from kg.papers.json_documents import dict_of, dicts_of, text_of, texts_of
from kg.papers.paper import Paper
from kg.papers.source import Source

NAME: Final = "web-page"
DESCRIPTION: Final = "HTML pages with citation meta tags or schema.org JSON-LD; saved lecture pages"
SUFFIXES: Final = ()

_HTML: Final = re.compile(
    r"\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.{0,2000}?-->\s*)*<(?:!doctype\s+html|html)\b", re.I | re.S
)
_TELLING: Final = re.compile(r"citation_title|\"(?:ScholarlyArticle|Article|Dataset)\"", re.IGNORECASE)
_ARTICLES: Final = frozenset(
    {"ScholarlyArticle", "Article", "MedicalScholarlyArticle", "TechArticle", "CreativeWork", "PublicationIssue"}
)
_BLOCKS: Final = frozenset(
    "p div h1 h2 h3 h4 h5 h6 li section article header footer main tr td ul ol table body button a".split()
)
_SKIPPED: Final = frozenset("script style noscript template svg head".split())


def recognises(head: str, path: str) -> bool:
    """Say whether a page begins as HTML and names a paper in one of the ways that are read.

    >>> recognises('<!DOCTYPE html><html><head><meta name="citation_title" content="T">', "a")
    True
    >>> recognises("<html><body>Buy umbrellas.</body></html>", "a")
    False
    """
    if not _HTML.match(head):
        return False
    return _TELLING.search(head) is not None or lecture_page.recognises(page_text(head), path)


def read(source: Source) -> Iterator[Paper | Problem]:
    """Read the paper of a page: from its meta tags, else from its JSON-LD, else as a lecture page."""
    text = read_text(source)
    if isinstance(text, Problem):
        yield text
        return
    tree = _parse(text)
    if tree is None:
        yield source.problem("", "is no HTML that can be read", "save the page again")
        return
    metas: dict[str, list[str]] = {}
    for meta in tree.iter("meta"):
        name = (meta.get("name") or meta.get("property") or "").lower()
        if meta.get("content"):
            metas.setdefault(name, []).append(str(meta.get("content")))
    items = list(_articles(tree))
    if "citation_title" in metas:
        yield _from_metas(source, metas, items[0] if items else {}, tree)
    elif items:
        for number, item in enumerate(items, 1):
            yield _from_item(source, f"item {number}", item)
    else:
        yield from lecture_page.read_pages(source, page_text(text))


def page_text(text: str) -> str:
    r"""Write a page's text in blocks with empty lines between, as a browser saves it.

    >>> page_text("<html><body><h1>A <b>title</b></h1><script>x</script><p>Some text<br>goes on</p></body></html>")
    'A title\n\nSome text\ngoes on'
    """
    tree = _parse(text)
    if tree is None:
        return ""
    parts: list[str] = []
    for event, element in etree.iterwalk(tree, events=("start", "end")):
        tag = element.tag if isinstance(element.tag, str) else ""
        if event == "start":
            parts.append("\n\n" if tag in _BLOCKS else "\n" if tag == "br" else "")
            if tag and not _is_skipped(element):
                parts.append(" ".join(re.split(r"\s+", element.text or "")))
        else:
            parts.append("\n\n" if tag in _BLOCKS else "")
            parent = element.getparent()
            if parent is not None and not _is_skipped(parent):
                parts.append(" ".join(re.split(r"\s+", element.tail or "")))
    lines = re.sub(r"[ \t]*\n[ \t]*", "\n", "".join(parts))
    return re.sub(r"\n{3,}", "\n\n", lines).strip()


def _is_skipped(element: Any) -> bool:
    return element.tag in _SKIPPED or any(one.tag in _SKIPPED for one in element.iterancestors())


def _parse(text: str) -> Any:
    text = re.sub(r"^\ufeff?\s*<\?xml[^>]*\?>", "", text).replace("\0", "")
    try:
        return lxml_html.document_fromstring(text, parser=lxml_html.HTMLParser(no_network=True, huge_tree=False))
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return None


def _from_metas(source: Source, metas: dict[str, list[str]], item: dict[str, Any], tree: Any) -> Paper | Problem:
    def first(*names: str) -> str | None:
        return next((metas[name][0] for name in names if metas.get(name)), None)

    abstract = first("citation_abstract", "dcterms.abstract", "dc.description") or text_of(item.get("abstract"))
    if not abstract:
        abstract = _visible_abstract(tree) or text_of(item.get("description")) or first("og:description", "description")
    url = first("citation_abstract_html_url", "citation_public_url", "og:url", "citation_pdf_url")
    keywords = metas.get("citation_keywords") or metas.get("keywords") or []
    return make_paper(
        source,
        "meta tags",
        identifier=first("citation_arxiv_id", "citation_doi"),
        title=first("citation_title"),
        abstract=abstract,
        keywords=split_keywords(keywords[0]) if len(keywords) == 1 else keywords,
        authors=[make_author(name) for entry in metas.get("citation_author", []) for name in entry.split(";")],
        venue=first(
            "citation_journal_title", "citation_conference_title", "citation_conference", "citation_inbook_title"
        ),
        year=first("citation_publication_date", "citation_date", "citation_year", "citation_online_date"),
        doi=first("citation_doi", "dc.identifier"),
        arxiv=first("citation_arxiv_id"),
        url=url,
    )


def _visible_abstract(tree: Any) -> str | None:
    """Take the abstract that a page shows where its meta tags have none: the Anthology's, arXiv's, publishers'."""
    for path in (
        "//div[contains(@class, 'acl-abstract')]//span",
        "//blockquote[contains(@class, 'abstract')]",
        "//section[@id='abstract' or contains(@class, 'abstract')]//p",
        "//div[contains(@class, 'abstractSection') or @id='abstract' or contains(@class, 'abstract-text')]",
    ):
        texts = [" ".join(str(found.text_content()).split()) for found in tree.xpath(path)]
        if any(texts):
            return " ".join(filter(None, texts))
    return None


def _articles(tree: Any) -> Iterator[dict[str, Any]]:
    for script in tree.xpath("//script[@type='application/ld+json']"):
        try:
            value = json.loads(script.text or "")
        except (ValueError, RecursionError):
            continue
        pending = value if isinstance(value, list) else [value]
        for outer in dicts_of(pending):
            for item in (outer, *dicts_of(outer.get("@graph")), dict_of(outer.get("mainEntity"))):
                kinds = item.get("@type")
                if {kinds} & _ARTICLES if isinstance(kinds, str) else {*texts_of(kinds)} & _ARTICLES:
                    yield item


def _from_item(source: Source, position: str, item: dict[str, Any]) -> Paper | Problem:
    people = item.get("author") or item.get("creator")
    people = people if isinstance(people, list) else [people]
    keywords = texts_of(item.get("keywords"), "name")
    part_of = item.get("isPartOf")
    part_of = part_of[0] if isinstance(part_of, list) and part_of else part_of
    ids = [text_of(item.get(name)) for name in ("sameAs", "identifier", "@id", "url")]
    return make_paper(
        source,
        position,
        identifier=text_of(item.get("@id")),
        title=text_of(item.get("headline")) or text_of(item.get("name")),
        abstract=text_of(item.get("abstract")) or text_of(item.get("description")),
        keywords=split_keywords(keywords[0]) if len(keywords) == 1 else keywords,
        authors=[
            make_author(
                one if isinstance(one, str) else _name(dict_of(one)),
                orcid=None
                if isinstance(one, str)
                else text_of(dict_of(one).get("@id")) or text_of(dict_of(one).get("sameAs")),
            )
            for one in people
        ],
        venue=text_of(dict_of(part_of).get("name")),
        year=text_of(item.get("datePublished")) or text_of(item.get("dateCreated")),
        doi=next((one for one in ids if one and "10." in one and "/" in one), None),
        arxiv=find_arxiv_id(*ids),
        url=text_of(item.get("url")),
    )


def _name(person: dict[str, Any]) -> str | None:
    given, family = text_of(person.get("givenName")), text_of(person.get("familyName"))
    return text_of(person.get("name")) or " ".join(filter(None, (given, family)))
