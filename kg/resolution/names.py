"""Names in normal form: what two spellings of one name have in common, and nothing else does.

The normal form is the key of an entity or a keyword, so it depends on the name alone and is stable:
folding a normal form again changes nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

_QUOTES: Final = str.maketrans(dict.fromkeys("‘’‚‛ʼ＇`´", "'") | dict.fromkeys("“”„‟«»＂", '"'))
#: soft hyphen, zero-width space, word joiner, byte-order mark: never part of a name
_INVISIBLE: Final = str.maketrans(dict.fromkeys("\u00ad\u200b\u2060\ufeff"))
#: blanks, hyphens and dashes of every kind, and the minus sign
_SEPARATORS: Final = re.compile(r"[\s\-\u2010-\u2015\u2212\u207b\ufe58\ufe63\uff0d]+")
_EDGES: Final = "-'\""
#: the plural of an abbreviation or of a name that ends in a capital: GANs, ViTs, MoEs
_CAPITAL_PLURAL: Final = re.compile(r"\w[A-Z]s\Z")
_PLAIN_WORD: Final = re.compile(r"[a-z]+\Z")
_VOWELS: Final = frozenset("aeiouy")

_IRREGULAR: Final = {
    "biases": "bias",
    "caches": "cache",
    "calories": "calorie",
    "characteristics": "characteristic",
    "cookies": "cookie",
    "corpora": "corpus",
    "criteria": "criterion",
    "critics": "critic",
    "heuristics": "heuristic",
    "indices": "index",
    "lemmata": "lemma",
    "logics": "logic",
    "matrices": "matrix",
    "metrics": "metric",
    "mosaics": "mosaic",
    "movies": "movie",
    "niches": "niche",
    "phenomena": "phenomenon",
    "schemata": "schema",
    "selfies": "selfie",
    "topics": "topic",
    "vertices": "vertex",
}
#: words in -s that are no plurals, or whose singular means something else
_SINGULAR: Final = frozenset("always lens means news perhaps series species".split())
#: endings of words that are mostly no plurals: bias, linguistics, chaos (but schemas, videos)
_SINGULAR_ENDING: Final = re.compile(r"(?:ss|us|is|ics|(?<![cemnr])as|(?<!...[ei])os)\Z")
#: the first that matches makes the singular
_PLURAL_ENDINGS: Final = (
    (re.compile(r"(?<=..)ies\Z"), "y"),
    (re.compile(r"(ss|sh|ch|x)es\Z"), r"\1"),
    (re.compile(r"(y|the)ses\Z"), r"\1sis"),
    (re.compile(r"(?<=[a-z])([^ao]us)es\Z"), r"\1"),
    (re.compile(r"s\Z"), ""),
)


def normal_form(name: str) -> str:
    """Fold a name to its key: case, hyphens and blanks, quotes, and the plural of its last word.

    Separators become one `-`. British and American spellings, versions and sizes stay apart.

    Args:
        name: as a text has it.

    Returns:
        The key; empty where the name has neither a letter nor a digit, so that it names nothing.

    >>> [normal_form(name) for name in ("Large Language Models", "large-language  model", "LLMs", "LLM")]
    ['large-language-model', 'large-language-model', 'llm', 'llm']
    >>> [normal_form(name) for name in ("C", "C++", "C#", "F1", "GPT-3", "GPT 3.5", "ROUGE-L", "SQuAD 2.0")]
    ['c', 'c++', 'c#', 'f1', 'gpt-3', 'gpt-3.5', 'rouge-l', 'squad-2.0']
    >>> [normal_form(name) for name in ("STS", "social biases", "corpora", "query ontologies", "n-gram analyses", "—")]
    ['sts', 'social-bias', 'corpus', 'query-ontology', 'n-gram-analysis', '']
    """
    name = unicodedata.normalize("NFC", name).translate(_INVISIBLE).translate(_QUOTES)
    name = _SEPARATORS.sub("-", name).strip(_EDGES)
    if not any(character.isalnum() for character in name):
        return ""
    if _CAPITAL_PLURAL.search(name):
        name = name[:-1]
    # casefolding can leave a composed character decomposed, and composing can make a new one to fold
    while (folded := unicodedata.normalize("NFC", name.casefold())) != name:
        name = folded
    before, hyphen, last = name.rpartition("-")
    return before + hyphen + _singular(last, alone=not before)


def _singular(word: str, *, alone: bool) -> str:
    """Fold plurals until nothing changes (it must, for a normal form to be one)."""
    while (shorter := _fold_plural(word, alone=alone)) != word:
        word = shorter
    return word


def _fold_plural(word: str, *, alone: bool) -> str:
    """Give the singular of an English plural; a word that may be none stays as it is.

    A short word that stands alone may be an abbreviation (PAWS, HANS, ACES) and stays, unless it has no vowel (LLMS).
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or word in _SINGULAR or not _PLAIN_WORD.match(word) or _SINGULAR_ENDING.search(word):
        return word
    if len(word) == 4 and alone and not _VOWELS.isdisjoint(word):
        return word
    for ending, singular in _PLURAL_ENDINGS:
        if ending.search(word):
            return ending.sub(singular, word)
    return word


class NameUse(msgspec.Struct, frozen=True):
    """One paper's use of a name: how often, and whether it is the fullest name that the paper has for the thing."""

    name: str
    mentions: int = 1
    fullest: bool = False


def choose_label(papers: Iterable[Sequence[NameUse]]) -> tuple[str, tuple[str, ...]]:
    """Choose the name to show, from all papers' uses of it.

    The name that most papers use, whatever its spelling, and of its spellings the one that most papers use; among
    equals the one that more papers have as their fullest, then the one mentioned more often, then the shorter one, then
    the one that comes first by code points.

    Args:
        papers: for each paper its names for the thing, each once; at least one name in all.

    Returns:
        The label, and all other names in order.

    >>> choose_label([[NameUse("DPO", 4), NameUse("direct preference optimization", 1, fullest=True)]])
    ('direct preference optimization', ('DPO',))
    >>> choose_label([[NameUse("LLM"), NameUse("Language models")], [NameUse("language models")]])[0]
    'Language models'
    """
    # counts are negative, so that the least is the most
    names: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    forms: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for uses in papers:
        spelt: dict[str, bool] = {}
        for use in uses:
            names[use.name] = [
                count - more for count, more in zip(names[use.name], (1, use.fullest, use.mentions), strict=True)
            ]
            form = normal_form(use.name)
            spelt[form] = spelt.get(form, False) or use.fullest
        for form, fullest in spelt.items():
            forms[form] = [forms[form][0] - 1, forms[form][1] - fullest]
    label = min(names, key=lambda name: (forms[normal_form(name)], names[name], len(name), name))
    return label, tuple(sorted(names.keys() - {label}))


def tidy(name: str) -> str:
    r"""Write a name on one line, with single blanks.

    >>> tidy("named entity\n recognition")
    'named entity recognition'
    """
    return " ".join(name.split())


def count_names(names: Iterable[str]) -> Mapping[str, int]:
    """Count the names of one paper after tidying, in order of first occurrence."""
    counts: dict[str, int] = {}
    for name in map(tidy, names):
        counts[name] = counts.get(name, 0) + 1
    return counts
