"""The language of an abstract: English by its function words, any other by py3langid, whose model comes with it."""

import re
from functools import cache
from typing import Any, Final

import msgspec

from kg.papers.paper import Paper

_ENGLISH: Final = frozenset("the of and to a in is we for that on with this are by from as an which it be our".split())
#: English prose has a third and more of these words; no other language has a tenth
_SHARE: Final = 0.12
_FEWEST_WORDS: Final = 8
_FEWEST_SIGNS: Final = 40
_SURE: Final = 0.9
#: those that papers are written in; among all 100 and more, close relatives take each other's probability
_LANGUAGES: Final = (
    "ar bg ca cs da de el en es et eu fa fi fr gl he hi hr hu id it ja ka kk ko lt lv mk ms nl no pl pt ro "
    "ru sk sl sq sr sv th tr uk ur vi zh".split()
)
_LONGEST: Final = 3000


def detect_language(text: str) -> str | None:
    """Tell the language of a text as an ISO 639-1 code; None if it is too short, or the model is not sure.

    >>> detect_language("We present a corpus of letters and measure how well the parser reads it.")
    'en'
    >>> detect_language("Nous présentons un corpus de lettres et mesurons la qualité de l'analyse syntaxique.")
    'fr'
    >>> detect_language("BERT, GLUE, SQuAD") is None
    True
    """
    text = text[:_LONGEST]
    words = re.findall(r"[^\W\d_]+", text.lower())
    if len(words) >= _FEWEST_WORDS and sum(word in _ENGLISH for word in words) / len(words) >= _SHARE:
        return "en"
    without_latin = re.sub(r"[\x00-\u024f]", "", text)
    if len(text) < _FEWEST_SIGNS and len(without_latin) < 20:
        return None
    if len(words) < _FEWEST_WORDS and len(without_latin) < 20:
        return None
    language, probability = _identifier().classify(text)
    return str(language) if probability >= _SURE else None


def with_language(paper: Paper) -> Paper:
    """Note the language of a paper's abstract, where it is another than English.

    >>> with_language(Paper(abstract="Wir stellen ein Korpus von Briefen vor und messen, wie man es liest.")).language
    'de'
    """
    if not paper.abstract or paper.language:
        return paper
    language = detect_language(paper.abstract)
    return msgspec.structs.replace(paper, language=language) if language not in (None, "en") else paper


@cache
def _identifier() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # type: ignore[import-untyped,unused-ignore]

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(_LANGUAGES)
    return identifier
