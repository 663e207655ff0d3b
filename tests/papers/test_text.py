"""Cleaning: what goes, what stays, and that cleaning twice changes nothing."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kg.papers.text import clean_text, clean_title

CLEANED = {
    "ﬁne-tuned oﬄine": "fine-tuned offline",
    "named entity recogni- tion and pre- training": "named entity recognition and pre- training",
    # LaTeX
    r"\textsc{FooBench} and \emph{\textbf{nested} words}": "FooBench and nested words",
    r"Multi\textbf{mo}dal \textbf{Ment}al \textbf{S}tates": "Multimodal Mental States",
    r"the end.\footnote{See \url{https://example.org/a_b}.} Then": "the end. Then",
    r"\text{(i)} one; \text{(ii)} two": "(i) one; (ii) two",
    "a word--emotion lexicon, metrics---Switch": "a word–emotion lexicon, metrics—Switch",
    r"J\'er\^ome, na\"ive, G\"{o}del, Erd\H{o}s, \v{S}\'{i}p, Fran\c{c}ois, {\o}re, Stra{\ss}e, M{\"u}ller": (
        "Jérôme, naïve, Gödel, Erdős, Šíp, François, øre, Straße, Müller"
    ),
    r"$F_1$, $10^{-3}$, $R^2$, $\alpha$-entmax, $k$NN": "F_1, 10^-3, R^2, α-entmax, kNN",
    r"in $O(n \log n)$ with $x \in \mathbb{R}^{d}$ and $\frac{a+b}{2}$": "in O(n log n) with x ∈ R^d and (a+b)/2",
    r"\(n=5\) and \[m = 6\] and $$k$$": "n=5 and m = 6 and k",
    r"3$\times$ faster, 3\times faster, 5\% \& more": "3× faster, 3× faster, 5% & more",
    r"En$\rightarrow$De and 4$^{\textrm{th}}$": "En→De and 4th",
    r"{\it some} \bf{bold} {\em words}": "some bold words",
    "``quoted''": "“quoted”",
    r"Figure~1 of Doe~(2020)~\cite{doe}.": "Figure 1 of Doe (2020).",
    r"\href{https://example.org}{our page} in \textcolor{red}{red}": "our page in red",
    "We use textitFoo-Guard and textbfBar.": "We use Foo-Guard and Bar.",
    # Markdown
    "**CoBA**: **Co**unter**B**ias and *italic*, ***both***": "CoBA: CounterBias and italic, both",
    "see [the page](https://example.org/a_(b)) and `code`": "see the page and code",
    "## Abstract\nWe sort.": "Abstract We sort.",
    # HTML
    "it&#39;s &amp;amp; &lt;i&gt;so&lt;/i&gt;": "it's & so",
    "one<br>two<br/>three <b>four</b><p>five</p>": "one two three four five",
    '<jats:p>A <a href="https://example.org">link</a></jats:p>': "A link",
    "x<sup>2</sup>, H<sub>2</sub>O, 4<sup>th</sup>, 10<sup>-3</sup>": "x^2, H2O, 4th, 10^-3",
    # Unicode
    "a\u00adb\u200bc\ufeffd\x00e": "abcde",
    "a\u00a0b\u2009c\u3000d\u2028e\x0bf": "a b c d e f",
    "e\u0301": "é",
    "broken \ud83d half": "broken \ufffd half",
    "it\u00e2\u20ac\u2122s na\u00c3\u00afve": "it’s naïve",
    "\x93so\x94": "“so”",
    "two\r\nlines\rthree": "two lines three",
}

KEPT = [
    "between $5 and $6, or $5-$6, or US$5 to US$10 million",
    "~5% to 10%, 3k~200k tokens, https://example.org/~user/",
    "a_b, snake_case_name, __init__, [MASK]_1",
    r"C:\new\text and \\server\share\beta",
    r"the regular expression \d+\s",
    "2*3*4, 2**3**4, A* search and D* search, *ungrammatical sentence",
    "a < b and c > d, <mask>, <s>, </s>, p<0.05",
    "AT&T, R&D, ?a=1&copy=2, x &lt y",
    "C, C++, C#, C--, --verbose, N=5,772, 75.74%",
    "# of tokens, C## and #hashtag",
    "don`t and can`t, 5'10'' tall",
    "{a, b}, f(x) = {x | x > 0}",
    "x², Ⅳ, ½, Nüshu, α, 学習, क्षि, 👩\u200d🔬, نمی\u200cخواهم",
    "“curly” ‘quotes’ – and — dashes… multi‐module",
    "text, context, textual, textbook, texture; emphasis",
    "Model NLP models are",
    "[12] and [a](b) and f(x)[y](z)",
]


@pytest.mark.parametrize(("raw", "cleaned"), CLEANED.items(), ids=range(len(CLEANED)))
def test_markup_goes(raw: str, cleaned: str) -> None:
    assert clean_text(raw) == cleaned


@pytest.mark.parametrize("text", KEPT, ids=range(len(KEPT)))
def test_words_and_signs_stay(text: str) -> None:
    assert clean_text(text) == text


def test_titles_lose_the_braces_of_bibtex() -> None:
    assert clean_title("{BERT} and the {D}eep {GPT-4} set {a, b}") == "BERT and the Deep GPT-4 set {a, b}"


SIGNS: tuple[str, ...] = (
    "\\",
    "{",
    "}",
    "$",
    "*",
    "**",
    "_",
    "&",
    ";",
    "amp",
    "lt;",
    "<b>",
    "</b>",
    "`",
    "--",
    "~",
    "^",
    "\\textbf{",
)
SIGNS += (
    "\\footnote{",
    "\\'",
    '\\"',
    "e",
    "[",
    "](http://x)",
    " ",
    "\n",
    "text",
    "textit",
    "\\frac",
    "#",
    "\\bf",
    "sup",
)
MARKED = st.lists(st.sampled_from([*CLEANED, *KEPT, *SIGNS]), max_size=8).map("".join)


@given(st.one_of(st.text(), MARKED))
@example("\\*x\\*")
@example("&amp;" * 3 + "amp;lt;")
@example("$a$$b$")
@example("\\\\\\textbf{a}")
def test_cleaning_twice_changes_nothing(text: str) -> None:
    cleaned = clean_text(text)
    assert clean_text(cleaned) == cleaned
    assert clean_title(clean_title(text)) == clean_title(text)


@given(st.one_of(st.text(st.characters(codec=None)), MARKED))
def test_what_is_cleaned_can_be_written_to_xml_and_utf_8(text: str) -> None:
    cleaned = clean_text(text)
    cleaned.encode("utf-8")
    assert unicodedata.is_normalized("NFC", cleaned)
    assert cleaned == " ".join(cleaned.split())
    assert all(sign >= " " and sign not in "\x7f\ufffe\uffff" for sign in cleaned)


@given(st.text(st.sampled_from("abc αβ 学習 .,;:!?()éü0123456789%+=@/'“”’–—²\"-"), max_size=60))
def test_plain_words_digits_and_signs_are_never_lost(text: str) -> None:
    kept = [sign for sign in unicodedata.normalize("NFC", text) if sign not in " -–—"]
    assert [sign for sign in clean_text(text) if sign not in " -–—"] == kept


@pytest.mark.parametrize(
    "sign", ["\\textbf{", "{", "$", "**", "[", "<b>", "&amp;", "\\(", "`", "<!--", "\\frac{", "~", "\\"]
)
def test_hostile_repetition_takes_no_time(sign: str) -> None:
    clean_text((sign + "a ") * 3000)
    clean_text(sign * 3000)


@pytest.mark.parametrize(
    "macro", [r"\foo{", r"\textbf{", r"{\bf ", r"\mathcal{", "{", r"\sqrt{", r"\em{", "$a^{", r"\'{"]
)
@pytest.mark.parametrize("depth", [200, 790, 5000])
def test_groups_in_groups_are_no_recursion_without_end(macro: str, depth: int) -> None:
    cleaned = clean_text("We see " + macro * depth + "geese" + "}" * depth + " here.")
    assert "geese" in cleaned
    cleaned = clean_text("We see " + macro * depth + "geese" + " {x}}" * depth + " here.")
    assert "geese" in cleaned
