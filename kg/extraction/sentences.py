"""Sentence boundaries for abstracts, without a parser."""

from spacy.language import Language
from spacy.pipeline import Sentencizer
from spacy.tokens import Doc

_ENDS = frozenset(".?!…。？！")
_CLOSERS = frozenset("\"'”’»)]}")
#: a full stop after these ends no sentence
_ABBREVIATED = frozenset("al approx cf dr e.g eg eq etc fig figs i.e ie no prof resp sec tab viz vs".split())


@Language.component("kg_sentences", assigns=["token.is_sent_start"])
def split_sentences(doc: Doc) -> Doc:
    """Start a sentence after a full stop, question or exclamation mark, and after the empty line below the title.

    Closing quotes and brackets stay with their sentence; a lower-case word starts none, nor anything after "et al.".

    >>> import spacy
    >>> nlp = spacy.blank("en")
    >>> component = nlp.add_pipe("kg_sentences")
    >>> [sentence.text for sentence in nlp("We follow Ada et al. (2020). It works!").sents]
    ['We follow Ada et al. (2020).', 'It works!']
    """
    pending = False
    starts = []
    for token in doc:
        text = token.text
        start = token.i == 0
        if token.is_space:
            pending = pending or text.count("\n") > 1
        elif pending and text not in _CLOSERS:
            start = start or not token.is_lower or _follows_blank_line(doc, token.i)
            pending = _ends_sentence(doc, token.i)
        else:
            pending = pending or _ends_sentence(doc, token.i)
        starts.append(start)
    # all at once: each `token.is_sent_start = …` looks through the whole document for a parse
    Sentencizer().set_annotations([doc], [starts])
    return doc


def _follows_blank_line(doc: Doc, i: int) -> bool:
    return i > 0 and doc[i - 1].is_space and doc[i - 1].text.count("\n") > 1


def _ends_sentence(doc: Doc, i: int) -> bool:
    text = doc[i].text
    if text not in _ENDS:
        # "U.S." and the like are one token; "al." and "e.g." too
        return len(text) > 2 and text[-1] in _ENDS and text[:-1].casefold() not in _ABBREVIATED and "." not in text[:-1]
    return i == 0 or doc[i - 1].lower_.rstrip(".") not in _ABBREVIATED
