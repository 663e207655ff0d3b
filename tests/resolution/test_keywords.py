from kg.resolution.keywords import resolve_keywords
from kg.resolution.records import Keyword


def test_spellings_of_a_keyword_merge() -> None:
    keywords, of_paper = resolve_keywords(
        {
            "paper/2": ["Large Language Models", "bias"],
            "paper/1": ["bias", "large language model", "Large language models"],
            "paper/3": ["Large Language Models"],
        }
    )
    assert keywords == (
        Keyword("bias", "bias"),
        Keyword("large-language-model", "Large Language Models", ("Large language models", "large language model")),
    )
    assert of_paper == {
        "paper/1": ("bias", "large-language-model"),
        "paper/2": ("large-language-model", "bias"),
        "paper/3": ("large-language-model",),
    }


def test_a_keyword_without_letters_is_none() -> None:
    assert resolve_keywords({"paper/1": ["—", " "], "paper/2": []}) == ((), {})
