"""Keys of entities and keywords: what names of one thing have in common beyond their normal form, type by type."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from kg.resolution.names import normal_form, tidy

_LEADING_ARTICLE: Final = re.compile(r"the\s+(?=\S)", re.IGNORECASE)
#: a version or size in brackets: Llama 3.1 (8B), XLM-RoBERTa (Large)
_BRACKETED_SIZE: Final = re.compile(r"-?\(((?:tiny|small|base|medium|large|xl|xxl|\d)[a-z0-9.\-]*)\)")
#: an abbreviation in brackets within a name: part-of-speech (POS) tagging
_BRACKETED_SHORT: Final = re.compile(r"-\(([a-z]{2,6})\)(?=-|\Z)")
#: f_1, f_{1}, bert_base
_SUBSCRIPT: Final = re.compile(r"(?<=[a-z])_\{?(\d+)\}?")
_UNDERSCORE: Final = re.compile(r"(?<=[a-z0-9])_(?=[a-z])")
#: GPT-4, Llama 3, Task #3
_BEFORE_DIGIT: Final = re.compile(r"(?<=[a-z])-#?(?=\d)")
_TASKS: Final = re.compile(r"(?<![a-z])tasks(?=\d)")
_PLURAL_OF: Final = re.compile(r"\A(bag|part|mixture|chain|tree)s-of-")

_BRITISH: Final = (
    (re.compile(r"isation(?=-|\Z)"), "ization"),
    (
        re.compile(
            r"(?<![a-z])(\w{2,}(?:al|il|im|or|ar|er|on|en|in|at|ym|ic|iz|ot|tr|yn|ib)|token|categor|recogn)"
            r"is(ed?|ing|ers?|able)(?=-|\Z)"
        ),
        r"\1iz\2",
    ),
    (re.compile(r"(?<![a-z])(behavi|col|fav|flav|hum|lab|neighb|rum)our"), r"\1or"),
    (re.compile(r"(?<![a-z])(model|label|signal|channel|level)l(ing|ed|er)(?=-|\Z)"), r"\1\2"),
    (re.compile(r"(?<![a-z])(dia|cata)log(?=-|\Z)"), r"\1logue"),
    (re.compile(r"(?<![a-z])(judg|acknowledg)ement"), r"\1ment"),
    (re.compile(r"(?<![a-z])artefact"), "artifact"),
    (re.compile(r"(?<![a-z])centre(?=-|\Z)"), "center"),
)
#: words that are written together, with a hyphen or with a blank, and mean the same
_COMPOUND: Final = re.compile(
    r"(?<![a-z])(?:"
    r"(pre)-(?=train)|(re)-(?=rank|order)|(fine)-(?=tun)|(back)-(?=translat|propagat)|(chit)-(?=chat(?:-|\Z))|"
    r"(multi)-(?=task|modal|lingual|class|label|hop)|(bi)-(?=directional|lstm)|(inter)-(?=annotator)|"
    r"(under|over)-(?=sampl)|(eye)-(?=track)|(skip)-(?=gram)|(cross)-(?=lingual)|(open)-(?=ie(?:-|\Z))|"
    r"(tf)-(?=idf)|(daily)-(?=mail))"
)

_GREEK: Final = re.compile(r"(?<![\w\\])(?:\\(alpha|beta|gamma|delta|kappa|lambda|mu|rho|sigma|tau)|([α-ω]))(?!\w)")
_DATASET_NOUN: Final = re.compile(r"\s+(?:data\s?set|corpus|benchmark)\Z", re.IGNORECASE)
#: a name that its letters make: SQuAD, GeNTE, GSM8K
_NAME_BY_LETTERS: Final = re.compile(r"\S*(?:\S[A-Z]|\d)\S*\Z")
_SCORE: Final = re.compile(r"(?<=\w\w)-scores?\Z")
_AVERAGED: Final = re.compile(r"\A(macro|micro|weighted)-average[d]?-(?=f\d)")
_AVERAGE_AFTER: Final = re.compile(r"\A(f\d)-(macro|micro|weighted)\Z")


def entity_key(kind: str, name: str) -> str:
    """Give the key of a name of an entity or keyword.

    Beyond `normal_form`, it folds British spelling to American (but writes "dialogue"), compounds that are written in
    several ways ("pre-training"), the blank before a number ("GPT 4"), sizes in brackets, and a leading "the"; of
    datasets named by their letters a final "dataset", "corpus" or "benchmark", of metrics a final "score" and the
    order of "macro" and "F1".

    Args:
        kind: an entity type, or "Keyword".
        name: as a text has it.

    Returns:
        The key; empty where the name has neither a letter nor a digit.

    >>> [entity_key("Model", name) for name in ("Llama-3.1-8B-Instruct", "LLaMA 3.1 (8B) Instruct", "GPT-3", "GPT-3.5")]
    ['llama3.1-8b-instruct', 'llama3.1-8b-instruct', 'gpt3', 'gpt3.5']
    >>> [entity_key("Metric", name) for name in ("F1-score", "macro-averaged F_1", "F1 macro", "ROUGE-L", "ROUGE-1")]
    ['f1', 'macro-f1', 'macro-f1', 'rouge-l', 'rouge1']
    >>> [entity_key("Dataset", name) for name in ("the SQuAD dataset", "SQuAD 2.0", "news corpus")]
    ['squad', 'squad2.0', 'news-corpus']
    >>> [entity_key("Task", name) for name in ("Text Categorisation", "dialog modelling", "C#", "C++")]
    ['text-categorization', 'dialogue-modeling', 'c#', 'c++']
    """
    name = _LEADING_ARTICLE.sub("", tidy(name), count=1)
    if kind == "Dataset":
        name = _strip_dataset_noun(name)
    key = _GREEK.sub(_spell_greek, normal_form(name))
    key = _BRACKETED_SHORT.sub(_drop_initials, _BRACKETED_SIZE.sub(r"-\1", key))
    key = _UNDERSCORE.sub("-", _SUBSCRIPT.sub(r"\1", key))
    key = _TASKS.sub("task", _BEFORE_DIGIT.sub("", key))
    key = _PLURAL_OF.sub(r"\1-of-", key)
    for pattern, american in _BRITISH:
        key = pattern.sub(american, key)
    key = _COMPOUND.sub(lambda match: match[0][:-1], key)
    if kind == "Metric":
        key = _AVERAGE_AFTER.sub(r"\2-\1", _AVERAGED.sub(r"\1-", _SCORE.sub("", key)))
    return key


def _strip_dataset_noun(name: str) -> str:
    rest = _DATASET_NOUN.sub("", name)
    return rest if _NAME_BY_LETTERS.match(rest) else name


def _spell_greek(match: re.Match[str]) -> str:
    if match[1]:
        return match[1]
    # "GREEK SMALL LETTER ALPHA"; a final sigma is a sigma
    return unicodedata.name(match[2]).removeprefix("GREEK SMALL LETTER ").removeprefix("FINAL ").lower()


def _drop_initials(match: re.Match[str]) -> str:
    words = match.string[: match.start()].split("-")
    initials = "".join(word[:1] for word in words[-len(match[1]) :])
    return "" if initials == match[1] else match[0]
