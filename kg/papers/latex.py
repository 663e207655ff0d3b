r"""LaTeX that authors leave in titles and abstracts, turned into the text that it prints.

Only what is surely LaTeX is touched: a known macro, an accent, an escaped sign, maths between dollars.
Prices, paths of Windows, snake_case, `~5%` and `C--` stay.
"""

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

from kg.papers.tex import (
    DECLARATIONS,
    DOUBLED,
    DROPPED,
    ESCAPED,
    FONTS,
    OPERATORS,
    PRINTED,
    SILENT,
    math_to_text,
    print_fragment,
    symbol,
)

_ACCENTS: Final = "'`^\"~=."
_LETTER_ACCENTS: Final = frozenset("c|v|u|H|k|r|d|b|t".split("|"))
_LONGEST: Final = 4_000
_DEEPEST: Final = 40

#: a macro (`word` or `sign`), or a group that a font opens: {\bf …}
_MACRO: Final = re.compile(
    r"(?P<group>\{\\(?:bf|it|em|sc|tt|sf|rm|sl|bfseries|itshape|scshape|ttfamily|cal)\b)|\\(?:(?P<word>[A-Za-z]+)\*?|(?P<sign>.))",
    re.DOTALL,
)
_BRACE: Final = re.compile(r"\\.|[{}]", re.DOTALL)
_WINDOWS_PATH: Final = re.compile(r"(?<![A-Za-z])[A-Za-z]:\\[^\s$]*|\\\\[\w.-]+\\[\w$][^\s]*")
_LOST_BACKSLASH: Final = re.compile(rf"\b(?:{FONTS})(?=[A-Z0-9])")
#: braces around one accent or symbol, as in K{\"o}ln and {\sim}3
_BRACED: Final = re.compile(
    r"\{(?P<accent>\\(?:[\'`^\"~=.]|[cvuHkr](?=[{ ]))) ?\{?(?P<base>\\[ij]|[A-Za-z])\}?\}"
    r"|(?<!\\[\'`^\"~=.])\{(?P<letter>\\(?:ss|ae|AE|oe|OE|aa|AA|[oOlLij]))\}"
    r"|(?<![A-Za-z}\]_^])(?<!\\[\'`^\"~=.])\{(?P<symbol>\\[A-Za-z]+)\}"
)
_MATHS: Final = re.compile(
    r"\$\$(?P<display>[^$]+)\$\$"
    r"|(?<![\\$\w])\$(?P<inline>(?:[^\s$\\]|\\.)(?:(?:[^$\\]|\\.)*?(?:[^\s$\\]|\\.))?)\$(?!\d)"
    r"|(?<=[\w)])\$(?P<glued>[_^\\](?:[^$\\]|\\.)*?)\$(?!\d)"
    r"|(?<!\\)\\\((?P<round>.{1,2000}?)\\\)"
    r"|(?<!\\)\\\[(?P<square>.{1,2000}?)\\\]",
    re.DOTALL,
)
_SCRIPT: Final = re.compile(r"(?<=[\w)\]])([\^_])\{([^{}]{1,80})\}")
_ORDINAL: Final = re.compile(r"(?<=\d)\^(?=(?:st|nd|rd|th)\b)")


def clean_latex(text: str) -> str:
    r"""Turn the LaTeX in a text into what it prints, and leave all else.

    >>> clean_latex(r"Multi\textbf{mo}dal \textsc{FooBench}\footnote{See x.}, 5\% of na\"{\i}ve ones")
    'Multimodal FooBench, 5% of naïve ones'
    >>> clean_latex(r"$F_1$ of $\approx 10^{-3}$, $O(n \log n)$")
    'F_1 of ≈10^-3, O(n log n)'
    >>> clean_latex(r"between $5 and $6, C:\new, a_b, ~5% and C--")
    'between $5 and $6, C:\\new, a_b, ~5% and C--'
    >>> clean_latex("word--emotion, metrics---Switch, ``so'', Figure~1")
    'word–emotion, metrics—Switch, “so”, Figure 1'
    """
    text = restore_fonts(text)
    if "$" in text or "\\" in text:
        paths = [match.span() for match in _WINDOWS_PATH.finditer(text)] if "\\" in text else []
        if not paths:
            text = _clean_marked(text)
        else:
            # a path is kept as it is, and the text around it is cleaned piece by piece
            edges = [0, *(edge for span in paths for edge in span), len(text)]
            pieces = [text[start:end] for start, end in pairwise(edges)]
            text = "".join(piece if number % 2 else _clean_marked(piece) for number, piece in enumerate(pieces))
    return _clean_typography(text)


def restore_fonts(text: str) -> str:
    r"""Drop the name of a font macro that lost its backslash and braces and sticks to a name.

    No ordinary word begins with `textit` or `textbf` and goes on with a capital, so that nothing else is touched.

    >>> restore_fonts("We call it textitFoo-Guard; textit and textbfoo stay.")
    'We call it Foo-Guard; textit and textbfoo stay.'
    """
    return _LOST_BACKSLASH.sub("", text) if "text" in text else text


def _clean_marked(text: str) -> str:
    text = DOUBLED.sub(r"\\", text)
    if "$" in text or "\\(" in text or "\\[" in text:
        text = _MATHS.sub(_replace_maths, text)
    if "\\" in text:
        text = _BRACED.sub(_unbrace, text)
        text = _SCRIPT.sub(_print_script, _replace_macros(text))
    return text


def _unbrace(match: re.Match[str]) -> str:
    if match["accent"]:
        return f"{match['accent']}{{{match['base']}}}"
    return (match["letter"] or match["symbol"]) + "{}"


def _print_script(match: re.Match[str]) -> str:
    r"""Print what stands high or low where the dollars of maths are missing: XLM-R_{Base}."""
    return match[1] + (match[2] if re.fullmatch(r"[+-]?[\w.+-]+|[+-]", match[2]) else f"({match[2]})")


def _replace_maths(match: re.Match[str]) -> str:
    tex = next(group for group in match.groups() if group is not None)
    if match["inline"] is not None and not _is_maths(tex):
        return match.group()
    return math_to_text(tex)


def _is_maths(tex: str) -> bool:
    r"""Tell maths from the words between two prices.

    >>> [_is_maths(tex) for tex in ("k", "F_1", r"\alpha", "n = 5", "O(n)", "i.e.", "5, or A", "20 billion to US")]
    [True, True, True, True, True, True, False, False]
    """
    if re.search(r"[\\^_=]", tex):
        return True
    if any(tex.count(opening) != tex.count(closing) for opening, closing in ("()", "[]", "{}")):
        return False
    return not re.search(r"\w\W*\s+\w", tex) or bool(
        re.fullmatch(r"[\w\s.,()<>≤≥+*/|'-]{1,40}", tex) and not re.search(r"[A-Za-z]{2}|, ", tex)
    )


def _replace_macros(text: str) -> str:
    """Print every known macro, from left to right; what is unknown stays as it is."""
    quotes_escaped = bool(re.search(r'\\"(?![A-Za-z{\\])', text))
    out: list[str] = []
    position = 0
    while (match := _MACRO.search(text, position)) is not None:
        before = text[position : match.start()]
        position, printed = _print_macro(text, match, quotes_escaped)
        if match["word"] in DROPPED and text[position : position + 1] in (",", ".", ";", ":", ")", ""):
            before = before.rstrip(" ~")  # the blank or tie before a citation goes with it
        out += (before, printed)
    out.append(text[position:])
    return "".join(out)


def _print_macro(  # noqa: PLR0911 (one for each kind of macro)
    text: str, match: re.Match[str], quotes_escaped: bool
) -> tuple[int, str]:
    """Print the macro of a match; return where to go on, and the text."""
    start, end = match.span()
    unknown = end, match.group()
    name = match["word"]
    if match["group"]:
        close = _group_end(text, start)
        return (close, print_fragment(text[start:close])) if close else unknown
    if name is None:
        return _print_sign(text, match, quotes_escaped)
    if name in PRINTED or name in DROPPED or name in _LETTER_ACCENTS:
        return _print_with_arguments(text, match)
    if name in DECLARATIONS:
        close = _group_end(text, end) if text.startswith("{", end) else 0
        if close:
            return close, _replace_macros(text[end + 1 : close - 1])
        return (end + 1, "") if text.startswith(" ", end) else unknown
    printed = name if name in OPERATORS else "" if name in SILENT else symbol(name)
    if printed is not None:
        if name in OPERATORS and text[start - 1 : start].isalnum():
            printed = f" {name}"
        return end + 2 * text.startswith("{}", end), printed
    if text.startswith("{", end) and (close := _group_end(text, end)):
        # a macro of the authors' own: what it is given, or else its name, is the best guess at what it prints
        return close, _replace_macros(text[end + 1 : close - 1]) or name
    return unknown


def _print_with_arguments(text: str, match: re.Match[str]) -> tuple[int, str]:
    start, end = match.span()
    name = match["word"]
    last, close = _arguments(text, end, 2 if name in ("href", "textcolor", "frac", "dfrac", "tfrac") else 1)
    if name in DROPPED:
        return close, ""
    if close == end or (name in _LETTER_ACCENTS and not re.fullmatch(r"\{(?:\w\w?|\\[ij])\}", text[end:close])):
        return end, match.group()
    if name in ("href", "textcolor"):
        return close, _replace_macros(text[last + 1 : close - 1])
    return close, print_fragment(text[start:close], math=name in ("frac", "dfrac", "tfrac", "sqrt"))


def _print_sign(  # noqa: PLR0911 (one for each kind of sign)
    text: str, match: re.Match[str], quotes_escaped: bool
) -> tuple[int, str]:
    r"""Print an escaped sign (``\%``), an accent (``\'e``) or a forced line break."""
    start, end = match.span()
    sign = match["sign"]
    following = text[end : end + 1]
    if sign in ESCAPED:
        return end, sign
    if sign == '"' and quotes_escaped:
        return end, sign
    if sign in _ACCENTS:
        if accented := re.match(r"\{(?:[A-Za-z]|\\[ij])\}|\\[ij](?![A-Za-z])|[A-Za-z]", text[end : end + 5]):
            letter = accented.group()
            # `model\'s`, `we\'re`: an apostrophe that somebody escaped, not an accent
            elided = (
                sign == "'" and re.match(r"(?:s|re|ll|t|ve|d|m)\b", text[end:]) and text[start - 1 : start].isalpha()
            )
            if not elided:
                return end + len(letter), print_fragment(text[start : end + len(letter)])
        return (end, sign) if sign in "'\"" else (end, match.group())
    if sign == "\\" and (not following or following.isspace()):
        return end, " "
    if sign in ",;" and following and start and text[start - 1].isalnum():
        return end, " "
    return end, match.group()


def _arguments(text: str, position: int, wanted: int) -> tuple[int, int]:
    """Find a macro's arguments, any [options] and so many {groups}; return where the last group starts and ends."""
    last = here = position
    while wanted:
        after = here + (text.startswith(" ", here) and here == position)
        if text.startswith("[", after) and (close := text.find("]", after, after + 200)) > 0:
            here = close + 1
        elif text.startswith("{", after) and (close := _group_end(text, after)):
            last, here = after, close
            wanted -= 1
        else:
            break
    return last, here if last > position or text.startswith("{", position) else position


def _group_end(text: str, start: int) -> int:
    """Find the position after the brace that closes the one at `start`; 0 if there is none that we follow."""
    end = _groups(text).get(start, 0)
    return end if end - start <= _LONGEST else 0


@lru_cache(maxsize=16)
def _groups(text: str) -> dict[int, int]:
    """Map each opening brace to the position after the brace that closes it; escaped braces don't count.

    Groups with too many groups one in the other are left out: nobody wrote them, and printing them takes recursion.
    """
    ends: dict[int, int] = {}
    opened: list[int] = []
    heights = [0]
    for match in _BRACE.finditer(text):
        if match.group() == "{":
            opened.append(match.start())
            heights.append(0)
        elif match.group() == "}" and opened:
            start = opened.pop()
            height = heights.pop() + 1
            heights[-1] = max(heights[-1], height)
            if height <= _DEEPEST:
                ends[start] = match.end()
    return ends


def _clean_typography(text: str) -> str:
    """Turn TeX's dashes, quotes and ties into the signs that they print."""
    if "--" in text:
        text = re.sub(r"(?<![-<!])---(?![->])", "—", text)
        text = re.sub(r"(?<=[^\s<!-])--(?=[\w\"“‘'(\[$\\])|(?<=[^\s-] )--(?= [^\s-])", "–", text)
    if "^" in text:
        text = _ORDINAL.sub("", text)
    if "``" in text:
        text = re.sub(r"``(?=\S)([^`]*?)(?:''|\")", r"“\1”", text)
    if "~" in text and "://" not in text:
        text = re.sub(
            r"(?:(?<=[.,;)\]])|(?<![A-Za-z0-9])(?P<word>[A-Za-z]{2,}))~(?=[A-Za-z0-9\\(\[])", r"\g<word> ", text
        )
    return text
