r"""How a piece of LaTeX prints: parsed by pylatexenc, with its tables of symbols and accents, as plain text.

pylatexenc's own printing is for documents: it drops what it does not know, keeps footnotes and turns `\mathbf{A}` into
a mathematical alphabet, so that the words of an abstract would be lost or could not be found again.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final

#: macros that set words in another font
FONTS: Final = "textit|textbf|textsc|texttt|textsf|textrm|textsl|textup|textmd"
#: macros that print their (last) argument
PRINTED: Final = frozenset(
    f"{FONTS}|textnormal|textsuperscript|textsubscript|text|emph|underline|uline|mbox|hbox|fbox|mathrm|mathbf|mathit|"
    "mathsf|mathtt|mathcal|mathbb|mathfrak|mathscr|mathnormal|boldsymbol|bm|pmb|operatorname|textcolor|href|url|path|"
    "nolinkurl|uppercase|lowercase|protect|ensuremath|highlight|hl|enquote|textquote|ul|overline|widehat|widetilde|"
    "frac|dfrac|tfrac|sqrt".split("|")
)
#: macros of which nothing is printed, their argument included
DROPPED: Final = frozenset(
    "footnote|footnotetext|footnotemark|thanks|cite|citep|citet|citealp|citealt|citeauthor|citeyear|citeyearpar|"
    "ref|eqref|cref|Cref|autoref|label|vspace|hspace|includegraphics|todo|index|thispagestyle".split("|")
)
#: macros without arguments that print nothing
SILENT: Final = frozenset(
    "noindent|newline|linebreak|par|xspace|small|large|Large|footnotesize|scriptsize|tiny|normalsize|centering|"
    "left|right|bigl|bigr|big|Big|displaystyle|textstyle|limits|nonumber".split("|")
)
DECLARATIONS: Final = frozenset(
    "bf|it|em|sc|tt|sf|rm|sl|bfseries|itshape|scshape|ttfamily|sffamily|rmfamily|cal".split("|")
)
#: macros that print their own name, as an operator
OPERATORS: Final = frozenset(
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
    "textless": "<", "textgreater": ">", "textbackslash": "\\", "sim": "~", "textasciitilde": "~", "circ": "°",
    "ast": "*", "textdegree": "°", "textasciicircum": "^", "textunderscore": "_", "dots": "…", "ldots": "…",
    "cdots": "…", "lbrace": "{", "rbrace": "}", "prime": "′", "mid": "|", "vert": "|", "lvert": "|",
    "rvert": "|", "colon": ":", "to": "→", "LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX",
    "backslash": "\\", "textbar": "|", "|": "‖", "dag": "†", "ddag": "‡",
    "varepsilon": "ε", "epsilon": "ε", "phi": "φ", "S": "§",
}  # fmt: skip
#: symbols that often stand before a number, where TeX's blank prints nothing
_TIGHT: Final = ("~", "≈", "×")
ESCAPED: Final = "%&_#${}"
#: backslashes that were escaped once too often
DOUBLED: Final = re.compile(r"\\\\(?=(?:[A-Za-z]+\s?\{|[%&_#$]))")
#: what stands high or low without brackets around it
_SCRIPT: Final = re.compile(r"[+-]?(?:\w+|\w+\.\w+|.)?")
_ORDINALS: Final = ("st", "nd", "rd", "th")
_DEEPEST: Final = 200


@lru_cache(maxsize=4096)
def math_to_text(tex: str) -> str:
    r"""Print maths on one line, with `^` and `_` for what stands high or low.

    >>> math_to_text(r"p(\boldsymbol{y}|\textrm{do}(x)) \leq \frac{a+b}{2}")
    'p(y|do(x)) ≤ (a+b)/2'
    >>> [math_to_text(tex) for tex in (r"4^{\textrm{th}}", r"360^{\circ}", r"k^{\frac{m}{2}}", r"A_{\text{Gen}}")]
    ['4th', '360°', 'k^(m/2)', 'A_Gen']
    """
    return re.sub(r"\s+", " ", print_fragment(DOUBLED.sub(r"\\", tex), math=True)).strip()


def print_fragment(tex: str, *, math: bool = False) -> str:
    """Print a piece of LaTeX through pylatexenc's parser; a piece that it can't parse stays as it is."""
    from pylatexenc.latexwalker import (  # type: ignore[import-untyped]
        LatexWalker,
        LatexWalkerError,
    )

    if not math:
        tex = re.sub(r"(?<!\\)\$", r"\\$", tex)  # maths was found before; what is left are dollars
    tex = re.sub(r"(?<!\\)%", r"\\%", tex)  # in an abstract, % is per cent and never a comment
    if tex.count("{") > _DEEPEST:
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
        if printed in _TIGHT and out[-1:] == " ":
            printed += getattr(node, "macro_post_space", "")
        if printed[:1] == " " and printed.strip() in OPERATORS and not (out[-1:].isalnum() or out[-1:] == ")"):
            printed = printed[1:]
        if out[-1:] in ("^", "_") and math:
            printed = printed.strip()
            if out[-1] == "^" and printed in (*_ORDINALS, "°", "′"):
                out = out[:-1]
            elif not _SCRIPT.fullmatch(printed) and node.isNodeType(_node("LatexGroupNode")):
                printed = f"({printed})" if printed else ""
        out += printed
    return out


def _print_node(node: Any, math: bool) -> str:  # noqa: PLR0911 (one for each kind of node)
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


def _print_macro_node(node: Any, math: bool) -> str:  # noqa: PLR0911 (one for each kind of macro)
    name = node.macroname.rstrip("*")
    arguments = [
        argument for argument in (node.nodeargd.argnlist if node.nodeargd else None) or () if argument is not None
    ]
    after = node.macro_post_space
    if name in DROPPED or name in SILENT or name in DECLARATIONS:
        return ""
    if name in ("url", "path", "nolinkurl"):
        return str(arguments[-1].latex_verbatim()).strip("{}") if arguments else ""
    if name in ("frac", "dfrac", "tfrac") and len(arguments) == 2:
        over, under = (_print_nodes([argument], math).strip() for argument in arguments)
        return "/".join(part if _SCRIPT.fullmatch(part) else f"({part})" for part in (over, under))
    if name == "sqrt" and arguments:
        root = _print_nodes(arguments[-1:], math).strip()
        return f"√{root}" if _SCRIPT.fullmatch(root) else f"√({root})"
    if name in OPERATORS:
        return f" {name}{after}"
    if name in _SPACES:
        return str(_SPACES[name])
    if name in ESCAPED:
        return f"{name}{after}"
    if name in PRINTED:
        return _print_nodes(arguments[-1:], math) + ("" if arguments else after)
    printed = symbol(name)
    if printed is not None:
        # TeX's blank after ≈ or × only ends the macro; after ≤ or → it sets off what follows
        return printed + (after if math and printed not in _TIGHT else "")
    if len(name) == 1 and arguments:
        return _accented(node)
    return _print_nodes(arguments, math) if arguments else str(node.latex_verbatim())


def _accented(node: Any) -> str:
    from pylatexenc.latex2text import LatexNodes2Text  # type: ignore[import-untyped]

    return str(LatexNodes2Text().nodelist_to_text([node]))


@cache
def _node(name: str) -> Any:
    from pylatexenc import latexwalker  # type: ignore[import-untyped]

    return getattr(latexwalker, name)


@cache
def symbol(name: str) -> str | None:
    """Look up what a macro without arguments prints; None if it is no such macro."""
    from pylatexenc.latex2text import get_default_latex_context_db

    if name in _SYMBOLS:
        return _SYMBOLS[name]
    spec = get_default_latex_context_db().get_macro_spec(name)
    printed = getattr(spec, "simplify_repl", None)
    if not isinstance(printed, str) or not printed.strip() or "%" in printed or not getattr(spec, "macroname", ""):
        return None
    return printed
