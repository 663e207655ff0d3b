r"""LaTeX that authors leave in titles and abstracts, turned into the text that it prints.

Only what is surely LaTeX is touched: a known macro, an accent, an escaped sign, maths between dollars.
Prices, paths of Windows, snake_case, `~5%` and `C--` stay. The tables of symbols and accents are pylatexenc's.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final

_FONTS: Final = "textit|textbf|textsc|texttt|textsf|textrm|textsl|textup|textmd"
#: macros that print their (last) argument
_PRINTED: Final = frozenset(
    f"{_FONTS}|textnormal|textsuperscript|textsubscript|text|emph|underline|uline|mbox|hbox|fbox|mathrm|mathbf|mathit|mathsf|"
    "mathtt|mathcal|mathbb|mathfrak|mathscr|mathnormal|boldsymbol|bm|pmb|operatorname|textcolor|href|url|path|nolinkurl|uppercase|"
    "lowercase|protect|ensuremath|highlight|hl|enquote|textquote|ul|overline|widehat|widetilde".split("|")
)
#: macros of which nothing is printed, their argument included
_DROPPED: Final = frozenset(
    "footnote|footnotetext|footnotemark|thanks|cite|citep|citet|citealp|citealt|citeauthor|citeyear|citeyearpar|ref|eqref|cref|Cref|"
    "autoref|label|vspace|hspace|includegraphics|todo|index|thispagestyle|noindent|newline|linebreak|par|xspace|small|large|Large|"
    "footnotesize|scriptsize|tiny|normalsize|centering|left|right|bigl|bigr|big|Big|displaystyle|textstyle|limits|nonumber".split(
        "|"
    )
)
_DECLARATIONS: Final = frozenset(
    "bf|it|em|sc|tt|sf|rm|sl|bfseries|itshape|scshape|ttfamily|sffamily|rmfamily|cal".split("|")
)
#: macros that print their own name, as an operator
_OPERATORS: Final = frozenset(
    "log|ln|exp|max|min|arg|argmax|argmin|sup|inf|lim|sin|cos|tan|tanh|det|dim|ker|Pr|gcd|deg|mod|softmax".split("|")
)
_SPACES: Final = {
    ",": " ",
    ";": " ",
    ":": " ",
    "!": "",
    " ": " ",
    "quad": " ",
    "qquad": " ",
    "\\": " ",
    "/": "",
    "-": "",
    "@": "",
}
_SYMBOLS: Final = {
    "textless": "<", "textgreater": ">", "textbackslash": "\\", "sim": "~", "textasciitilde": "~", "circ": "°", "ast": "*",
    "textdegree": "°", "textasciicircum": "^", "textunderscore": "_", "dots": "…", "ldots": "…", "cdots": "…", "lbrace": "{",
    "rbrace": "}", "prime": "′", "mid": "|", "vert": "|", "lvert": "|", "rvert": "|", "colon": ":", "to": "→", "LaTeX": "LaTeX",
    "TeX": "TeX", "BibTeX": "BibTeX", "backslash": "\\", "textbar": "|", "varepsilon": "ε", "epsilon": "ε", "phi": "φ", "S": "§",
}  # fmt: skip
_ESCAPED: Final = "%&_#${}"
_ACCENTS: Final = "'`^\"~=."
_LETTER_ACCENTS: Final = frozenset("c|v|u|H|k|r|d|b|t".split("|"))
_MAX_FRAGMENT: Final = 20_000

_MACRO: Final = re.compile(r"\\(?:([A-Za-z]+)\*?|(.))", re.DOTALL)
_WINDOWS_PATH: Final = re.compile(r"(?<![A-Za-z])[A-Za-z]:\\[^\s$]*|\\\\[\w.-]+\\[\w$][^\s]*")
_DOUBLED: Final = re.compile(r"\\\\(?=(?:[A-Za-z]+\s?\{|[%&_#$]))")
_LOST_BACKSLASH: Final = re.compile(rf"\b(?:{_FONTS})(?=[A-Z0-9])")
_MATHS: Final = re.compile(
    r"\$\$(?P<display>[^$]+)\$\$"
    r"|(?<![\\$\w])\$(?P<inline>(?:[^\s$\\]|\\.)(?:(?:[^$\\]|\\.)*?(?:[^\s$\\]|\\.))?)\$(?!\d)"
    r"|(?<=[\w)])\$(?P<glued>[_^\\](?:[^$\\]|\\.)*?)\$(?!\d)"
    r"|(?<!\\)\\\((?P<round>.+?)\\\)"
    r"|(?<!\\)\\\[(?P<square>.+?)\\\]",
    re.DOTALL,
)
_SCRIPT: Final = re.compile(r"[+-]?(?:\w+|\w+\.\w+|.)")
_BARE: Final = re.compile(r"\{\\(?:bf|it|em|sc|tt|sf|rm|sl|bfseries|itshape|scshape|ttfamily|cal)\b")


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
            pieces = [text[start:end] for start, end in zip(edges, edges[1:], strict=False)]
            text = "".join(piece if number % 2 else _clean_marked(piece) for number, piece in enumerate(pieces))
    return _clean_typography(text)


def restore_fonts(text: str) -> str:
    r"""Drop the name of a font macro that lost its backslash and braces and sticks to a name.

    No ordinary word begins with `textit` or `textbf` and goes on with a capital, so that nothing else is touched.

    >>> restore_fonts("We call it textitFoo-Guard; textit and textbfoo stay.")
    'We call it Foo-Guard; textit and textbfoo stay.'
    """
    return _LOST_BACKSLASH.sub("", text) if "text" in text else text


@lru_cache(maxsize=4096)
def math_to_text(tex: str) -> str:
    r"""Print maths on one line, with `^` and `_` for what stands high or low.

    >>> math_to_text(r"p(\boldsymbol{y}|\textrm{do}(x)) \leq \frac{a+b}{2}")
    'p(y|do(x)) ≤ (a+b)/2'
    >>> math_to_text(r"4^{\textrm{th}}"), math_to_text(r"360^{\circ}"), math_to_text(r"k^{\frac{m}{2}}"), math_to_text(r"\text{EVL}_{\text{Gen}}")
    ('4th', '360°', 'k^(m/2)', 'EVL_Gen')
    """
    return re.sub(r"\s+", " ", _print_fragment(_DOUBLED.sub(r"\\", tex), math=True)).strip()


def _clean_marked(text: str) -> str:
    text = _DOUBLED.sub(r"\\", text)
    if "$" in text or "\\(" in text or "\\[" in text:
        text = _MATHS.sub(_replace_maths, text)
    return _replace_macros(text) if "\\" in text else text


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
    while (match := _next_macro(text, position)) is not None:
        out.append(text[position : match.start()])
        position, printed = _print_macro(text, match, quotes_escaped)
        out.append(printed)
    out.append(text[position:])
    return "".join(out)


def _next_macro(text: str, position: int) -> re.Match[str] | None:
    macro, group = _MACRO.search(text, position), _BARE.search(text, position)
    return group if group and (macro is None or group.start() < macro.start()) else macro


def _print_macro(text: str, match: re.Match[str], quotes_escaped: bool) -> tuple[int, str]:
    """Print the macro of a match; return where to go on, and the text."""
    start, end = match.span()
    if match.re is _BARE:
        close = _group_end(text, start)
        return (close, _print_fragment(text[start:close])) if close else (end, match.group())
    name, sign = match[1], match[2]
    if sign is not None:
        return _print_sign(text, match, quotes_escaped)
    if name in _PRINTED or name in _DROPPED or name in _LETTER_ACCENTS:
        close = _arguments_end(text, end, name)
        if close == end and name not in _DROPPED:
            return end, match.group()
        if name in _LETTER_ACCENTS and not re.fullmatch(r"\{(?:\w\w?|\\[ij])\}", text[end:close]):
            return end, match.group()
        return close, _print_fragment(text[start:close])
    if name in _DECLARATIONS:
        return (end + (text[end : end + 1] == " "), "") if text[end : end + 1] in (" ", "{") else (end, match.group())
    symbol = _symbol(name)
    if symbol is not None:
        if text.startswith("{}", end):
            end += 2
        return end, symbol
    if text.startswith("{", end) and (close := _group_end(text, end)):
        # a macro of the authors' own: what it is given, or else its name, is the best guess at what it prints
        return close, _replace_macros(text[end + 1 : close - 1]) or name
    return end, match.group()


def _print_sign(text: str, match: re.Match[str], quotes_escaped: bool) -> tuple[int, str]:
    r"""Print an escaped sign (``\%``), an accent (``\'e``) or a forced line break."""
    start, end = match.span()
    sign = match[2]
    following = text[end : end + 1]
    if sign in _ESCAPED:
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
                return end + len(letter), _print_fragment(text[start : end + len(letter)])
        return (end, sign) if sign in "'\"" else (end, match.group())
    if sign == "\\" and (not following or following.isspace()):
        return end, " "
    if sign in ",;" and following and start and text[start - 1].isalnum():
        return end, " "
    return end, match.group()


def _arguments_end(text: str, position: int, name: str) -> int:
    """Find the end of a macro's arguments: any [options], then one {group} (two for `href` and `textcolor`)."""
    wanted = 2 if name in ("href", "textcolor") else 1
    here = position
    while True:
        after = here + (text[here : here + 1] == " " and here == position)
        if text.startswith("[", after) and wanted and (close := text.find("]", after, after + 200)) > 0:
            here = close + 1
        elif text.startswith("{", after) and wanted and (close := _group_end(text, after)):
            here, wanted = close, wanted - 1
        else:
            return here


def _group_end(text: str, start: int) -> int:
    """Find the position after the brace that closes the one at `start`; 0 if there is none."""
    depth = 0
    limit = min(len(text), start + _MAX_FRAGMENT)
    position = start
    while position < limit:
        sign = text[position]
        if sign == "\\":
            position += 1
        elif sign == "{":
            depth += 1
        elif sign == "}":
            depth -= 1
            if not depth:
                return position + 1
        position += 1
    return 0


def _clean_typography(text: str) -> str:
    """Turn TeX's dashes, quotes and ties into the signs that they print."""
    if "--" in text:
        text = re.sub(r"(?<![-<!])---(?![->])", "—", text)
        text = re.sub(r"(?<=[^\s<!-])--(?=[^\s>-])|(?<=[^\s-] )--(?= [^\s-])", "–", text)
    if "``" in text:
        text = re.sub(r"``(?=\S)([^`]*?)(?:''|\")", r"“\1”", text)
    if "~" in text and "://" not in text:
        text = re.sub(r"(?<=[A-Za-z.,;)\]])~(?=[A-Za-z0-9\\(\[])", " ", text)
    return text


def _print_fragment(tex: str, *, math: bool = False) -> str:
    """Print a piece of LaTeX through pylatexenc's parser; a piece that it can't parse stays as it is."""
    from pylatexenc.latexwalker import LatexWalker, LatexWalkerError

    if not math:
        tex = re.sub(r"(?<!\\)\$", r"\\$", tex)  # maths was found before; what is left are dollars
    tex = re.sub(r"(?<!\\)%", r"\\%", tex)  # in an abstract, % is per cent and never a comment
    if tex.count("{") > 200:
        return tex  # nobody nests so deep, and the parser is recursive
    try:
        nodes, _, _ = LatexWalker(tex, tolerant_parsing=True).get_latex_nodes()
        return _print_nodes(nodes, math)
    except (LatexWalkerError, RecursionError, IndexError):
        return tex


def _print_nodes(nodes: Sequence[Any], math: bool) -> str:
    out = ""
    for node in nodes:
        if node is None:
            continue
        printed = _print_node(node, math)
        if out[-1:] in ("^", "_") and math:
            printed = printed.strip()
            if out[-1] == "^" and printed in ("st", "nd", "rd", "th", "°", "′"):
                out = out[:-1]
            elif not _SCRIPT.fullmatch(printed) and node.isNodeType(_node("LatexGroupNode")):
                printed = f"({printed})" if printed else ""
        out += printed
    return out


def _print_node(node: Any, math: bool) -> str:
    if node.isNodeType(_node("LatexCharsNode")):
        return str(node.chars)
    if node.isNodeType(_node("LatexGroupNode")):
        return _print_nodes(node.nodelist, math)
    if node.isNodeType(_node("LatexMathNode")):
        return _print_nodes(node.nodelist, True)
    if node.isNodeType(_node("LatexSpecialsNode")):
        return str(node.specials_chars)
    if node.isNodeType(_node("LatexEnvironmentNode")):
        return _print_nodes(node.nodelist, math)
    if node.isNodeType(_node("LatexMacroNode")):
        return _print_macro_node(node, math)
    return ""


def _print_macro_node(node: Any, math: bool) -> str:
    name = node.macroname.rstrip("*")
    arguments = [
        argument for argument in (node.nodeargd.argnlist if node.nodeargd else None) or () if argument is not None
    ]
    after = node.macro_post_space
    if name in _DROPPED or name in _DECLARATIONS:
        return ""
    if name in ("url", "path", "nolinkurl"):
        return str(arguments[-1].latex_verbatim()).strip("{}") if arguments else ""
    if name in ("frac", "dfrac", "tfrac") and len(arguments) == 2:
        over, under = (_print_nodes([argument], math).strip() for argument in arguments)
        return "/".join(part if _SCRIPT.fullmatch(part) else f"({part})" for part in (over, under))
    if name == "sqrt" and arguments:
        root = _print_nodes(arguments[-1:], math).strip()
        return f"√{root}" if _SCRIPT.fullmatch(root) else f"√({root})"
    if name in _OPERATORS:
        return f" {name}{after or ' '}"
    if name in _SPACES:
        return _SPACES[name]
    if name in _ESCAPED:
        return str(name) + after
    if name in _PRINTED:
        return _print_nodes(arguments[-1:], math) + ("" if arguments else after)
    symbol = _symbol(name)
    if symbol is not None:
        # TeX's blank after ≈ or × only ends the macro; after ≤ or → it sets off what follows
        keeps = math and symbol not in "~≈×"
        return symbol + (after if keeps else "")
    if len(name) == 1 and arguments:
        return _accented(node)
    return _print_nodes(arguments, math) if arguments else str(node.latex_verbatim())


def _accented(node: Any) -> str:
    from pylatexenc.latex2text import LatexNodes2Text

    return str(LatexNodes2Text().nodelist_to_text([node]))


@cache
def _node(name: str) -> Any:
    from pylatexenc import latexwalker

    return getattr(latexwalker, name)


@cache
def _symbol(name: str) -> str | None:
    """Look up what a macro without arguments prints; None if it is no such macro."""
    from pylatexenc.latex2text import get_default_latex_context_db

    if name in _SYMBOLS:
        return _SYMBOLS[name]
    spec = get_default_latex_context_db().get_macro_spec(name)
    printed = getattr(spec, "simplify_repl", None)
    if not isinstance(printed, str) or not printed.strip() or "%" in printed or not getattr(spec, "macroname", ""):
        return None
    return printed
