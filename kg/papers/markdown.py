"""Markdown that submission forms leave in abstracts: emphasis, links, code spans, headings.

Underscores are never read as emphasis: in papers they belong to names (`snake_case`, `__init__`).
"""

import re
from typing import Final

_IMAGE_OR_LINK: Final = re.compile(
    r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*<?(?:[a-z][a-z0-9+.-]*:|www\.|/|#)(?:[^()\s]|\([^()\s]*\))*>?(?:\s+\"[^\"]*\")?\s*\)",
    re.IGNORECASE,
)
_STRONG: Final = re.compile(r"(?<!\*)\*\*(?=[^\s*])(?P<text>(?:[^*]|(?<!\*)\*(?!\*))*?[^\s*])\*\*(?!\*)")
_STRONG_EMPHASIS: Final = re.compile(r"(?<![\w*])\*\*\*(?=[^\s*])(?P<text>[^*]*?[^\s*])\*\*\*(?![\w*])")
_EMPHASIS: Final = re.compile(r"(?<![\w*\\])\*(?=[^\s*])(?P<text>[^*]*?[^\s*])\*(?![\w*])")
_CODE: Final = re.compile(r"(?<![\w`\\])`(?=[^\s`])([^`]*[^\s`])`(?![\w`])|(?<![\w`\\])`([^\s`])`(?![\w`])")
_HEADING: Final = re.compile(r"^[ \t]*#{2,6}[ \t]+(?=\S)", re.MULTILINE)


def drop_headings(text: str) -> str:
    """Drop the signs of Markdown headings at the start of lines; a single # stays.

    >>> drop_headings("## Abstract"), drop_headings("# of tokens"), drop_headings("C## is none")
    ('Abstract', '# of tokens', 'C## is none')
    """
    return _HEADING.sub("", text) if "##" in text else text


def clean_markdown(text: str) -> str:
    """Drop the signs of emphasis, code and links, and keep what they show.

    Two stars may stand inside a word, one star may not, so that products and starred names stay.

    >>> clean_markdown("**Co**unter**B**ias and *bias*, see [the **page**](https://example.org/a_(b)) or `run`")
    'CounterBias and bias, see the page or run'
    >>> clean_markdown("2*3*4, A* search and D* search, 2**3**4, snake_case_name, __init__")
    '2*3*4, A* search and D* search, 2**3**4, snake_case_name, __init__'
    """
    if "](" in text:
        text = _IMAGE_OR_LINK.sub(r"\1", text)
    if "*" in text:
        text = _STRONG_EMPHASIS.sub(r"\g<text>", text)
        text = _STRONG.sub(_print_strong, text)
        text = _EMPHASIS.sub(r"\g<text>", text)
    if "`" in text:
        text = _CODE.sub(lambda match: match[1] or match[2], text)
    return text


def _print_strong(match: re.Match[str]) -> str:
    before, inside = match.string[: match.start()][-1:], match["text"]
    is_power = (before.isalnum() or before == ")") and (
        inside[0].isdigit() or match.string[match.end() :][:1].isdigit()
    )
    return match.group() if is_power else inside
