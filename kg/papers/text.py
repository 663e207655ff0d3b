"""Text cleaning, done once on the strings as they were read; all offsets count in its result.

Cleaning takes away markup, never an author's words or spelling: encoding damage, control characters, HTML, LaTeX and
Markdown go, digits, signs and maths stay. The result is NFC (NFKC would turn `x²` into `x2`) and on one line.
"""

import html
import re
import unicodedata
from typing import Final

from kg.papers.latex import clean_latex
from kg.papers.markdown import clean_markdown, drop_headings

_PASSES: Final = 12

_INVISIBLE: Final = dict.fromkeys(
    [
        *range(0x00, 0x09),
        *range(0x0E, 0x1C),
        0x7F,
        0xAD,  # soft hyphen
        0x180E,
        0x200B,  # zero-width space; the joiners 200C and 200D belong to Persian and Hindi words and to emoji
        0x200E,
        0x200F,
        *range(0x202A, 0x202F),  # direction of writing
        *range(0x2060, 0x2070),
        0xFEFF,  # byte-order mark
        *range(0xFFF9, 0xFFFC),
        *range(0xFDD0, 0xFDF0),  # no characters at all, here and below
        *(plane << 16 | last for plane in range(17) for last in (0xFFFE, 0xFFFF)),
    ]
)
#: C1 controls are never meant: they are Windows-1252 read as Latin-1 (as HTML's parser has it, §13.2.5.80)
_WINDOWS: Final = {code: bytes([code]).decode("cp1252", "replace").replace("\ufffd", "") for code in range(0x80, 0xA0)}
#: what PDFs have for letters and hyphens; NFKC would take more than these. U+2010 is a good hyphen, and stays
_TYPOGRAPHY: Final = {
    0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st",
    0xFE63: "-", 0xFF0D: "-",
}  # fmt: skip
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_ENTITY: Final = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
#: a mark that a page shows as a new line or block, or that needs no partner
_BREAK: Final = re.compile(
    r"</?(?:br|p|div|li|ul|ol|hr|h[1-6]|table|tr|td|th|tbody|thead|blockquote|section|"
    r"jats:(?:p|sec|title|list|list-item))(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_INLINE: Final = re.compile(
    r"<(?P<close>/?)(?P<name>b|i|u|em|strong|sub|sup|span|a|font|tt|small|big|code|cite|abbr|mark|ins|del|scp|jats:[a-z-]+|mml:[a-z]+)"
    r"(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_COMMENT: Final = re.compile(r"<!--.{0,5000}?-->", re.DOTALL)
_AUTOLINK: Final = re.compile(r"<((?:https?|ftp)://[^\s<>]+)>")
_PROTECTED: Final = re.compile(r"\{([A-Z0-9][\w.+#-]*)\}")
#: what UTF-8 read as Latin-1 or Windows-1252 looks like
_MOJIBAKE: Final = re.compile(
    "[\u00c2\u00c3\u00c4\u00c5\u00ce\u00cf\u00e2][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]"
)
#: a part of a word, and one in small letters after it; "pre- and post-" is no broken word
_BROKEN: Final = re.compile(
    r"(?<![\w-])(?P<first>[^\W\d_]{2,})- (?P<second>(?!(?:and|or|to|nor|vs|und|et)\b)[a-z]{2,})(?![\w-])"
)
_ENDINGS: Final = frozenset(
    "tion tions sion sions ment ments tional tive tives tively ing ings ity ities ness ical ically ture tures ence "
    "ences ization izations izing mation tation tations lation lations tic tics ble bly sify eral guage guages tecture "
    "tectures".split()
)
_PLAIN: Final = re.compile(r"[A-Za-z0-9 ,.;:!?()/'\"+=@%-]*")


def clean_text(text: str) -> str:
    r"""Clean a piece of running text. Cleaning twice changes nothing.

    >>> clean_text("CLIP&#39;s &amp;lt;b&amp;gt;best&amp;lt;/b&amp;gt; r\u00e9-\u00adsult:<br>a < b and c > d")
    "CLIP's best ré-sult: a < b and c > d"
    >>> clean_text(r"We present \textsc{Foo} and **Bar** at ~5\% of $N$ tokens.")
    'We present Foo and Bar at ~5% of N tokens.'
    """
    if _is_plain(text):
        return text
    for _ in range(_PASSES):
        cleaned = _clean_once(text)
        if cleaned == text:
            break
        text = cleaned
    return text


def clean_title(text: str) -> str:
    """Clean a title; as in running text, but the braces of BibTeX that protect capitals go too.

    >>> clean_title("{BERT}: Pre-training of {D}eep  models")
    'BERT: Pre-training of Deep models'
    """
    return clean_text(_PROTECTED.sub(r"\1", clean_text(text)))


def clean_optional(text: str | None) -> str | None:
    """Clean a text that may be missing; None where nothing is left of it.

    >>> clean_optional(" &nbsp; "), clean_optional("x ")
    (None, 'x')
    """
    return (clean_text(text) or None) if text else None


def decode_html(text: str) -> str:
    r"""Read HTML's entities (also doubly escaped ones) and drop its tags, but only tags that HTML has.

    >>> decode_html("AT&amp;amp;T, R<sup>2</sup>, 10<sup>-3</sup>, H<sub>2</sub>O, <mask> and <s>, x &copy 1")
    'AT&T, R^2, 10^-3, H2O, <mask> and <s>, x &copy 1'
    """
    if "&" in text:
        text = _ENTITY.sub(_decode_entity, text)
        while (again := _ENTITY.sub(_decode_entity, text)) != text:
            text = again
    if "<" not in text:
        return text
    text = _AUTOLINK.sub(r"\1", _COMMENT.sub(" ", text))
    text = _BREAK.sub(" ", text)
    tags = list(_INLINE.finditer(text))
    # a lone <i> or <b> may well be meant; a pair never is
    paired = {tag["name"].lower() for tag in tags if tag["close"]} & {
        tag["name"].lower() for tag in tags if not tag["close"]
    }
    return (
        _INLINE.sub(lambda tag: _print_tag(tag) if tag["name"].lower() in paired else tag.group(), text)
        if paired
        else text
    )


def repair_encoding(text: str) -> str:
    r"""Undo UTF-8 that was read as Windows-1252 or Latin-1, where ftfy is sure of it.

    >>> repair_encoding("na\u00c3\u00afve, it\u00e2\u20ac\u2122s"), repair_encoding("S\u00c3O PAULO, \u00c5land \u00a7")
    ('naïve, it’s', 'SÃO PAULO, Åland §')
    """
    if not _MOJIBAKE.search(text):
        return text
    import ftfy

    return ftfy.fix_encoding(text)


def join_broken_words(text: str) -> str:
    r"""Join words that a line's end has broken, if the second part is no word or the text has it whole.

    >>> join_broken_words("error detec- tion, pre- and post-training, long- term (long-term), par- sers and parsers")
    'error detection, pre- and post-training, long-term (long-term), parsers and parsers'
    """
    if "- " not in text:
        return text
    known = set(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", text.lower()))

    def join(match: re.Match[str]) -> str:
        first, second = match["first"].lower(), match["second"].lower()
        if f"{first}-{second}" in known:
            return f"{match['first']}-{match['second']}"
        if first + second in known or second in _ENDINGS:
            return match["first"] + match["second"]
        return match.group()

    return _BROKEN.sub(join, text)


def _is_plain(text: str) -> bool:
    return (
        bool(_PLAIN.fullmatch(text))
        and "  " not in text
        and "--" not in text
        and "- " not in text
        and text == text.strip()
        and "text" not in text
    )


def _clean_once(text: str) -> str:
    if not text.isascii():
        text = repair_encoding(text)
    text = _SURROGATE.sub("\ufffd", text)
    text = drop_headings(text.translate(_WINDOWS).translate(_INVISIBLE).translate(_TYPOGRAPHY).replace("\r", "\n"))
    text = join_broken_words(" ".join(text.split()))
    text = decode_html(text)
    text = clean_latex(text)
    text = clean_markdown(text)
    text = unicodedata.normalize("NFC", text)
    return " ".join(text.split())


def _decode_entity(match: re.Match[str]) -> str:
    decoded = html.unescape(match.group())
    return match.group() if decoded.endswith(";") and len(decoded) > 1 else decoded


def _print_tag(tag: re.Match[str]) -> str:
    # what stands high is told apart from what stands on the line, as in maths: 10^-3 is not 10-3
    if tag["name"].lower() not in ("sup", "jats:sup") or tag["close"] or not tag.string[: tag.start()][-1:].isalnum():
        return ""
    return "^" if re.match(r"[-+−]?(?:\d|[A-Za-z]\b)", tag.string[tag.end() :]) else ""
