import spacy
from spacy.tokens import Doc

from kg.extraction.abbreviations import find_abbreviations
from kg.extraction.entities import collect_entities
from kg.extraction.records import ExtractedEntity

NLP = spacy.blank("en")


def collect(text: str, mentions: dict[str, tuple[str, float]]) -> tuple[ExtractedEntity, ...]:
    """Collect entities where the recogniser found the first occurrence of each string, with label and score."""
    doc: Doc = find_abbreviations(NLP(text))
    spans = []
    for string, (label, score) in mentions.items():
        start = text.index(string)
        span = doc.char_span(start, start + len(string), label=label, alignment_mode="expand")
        assert span is not None
        span._.kg_score = score
        spans.append(span)
    doc.ents = spans
    return tuple(collect_entities(doc)._.kg_entities)


def test_every_occurrence_of_a_recognised_string_is_a_mention() -> None:
    (entity,) = collect("BERT helps. We love BERT, not ALBERT.", {"BERT": ("Model", 0.9)})
    assert [(m.start, m.end, m.text, m.score) for m in entity.mentions] == [(0, 4, "BERT", 0.9), (20, 24, "BERT", 0.9)]


def test_spellings_and_plurals_are_one_entity_named_as_in_running_text() -> None:
    text = "Topic Models for All\n\nWe study topic models. A topic model, a topic-model."
    (entity,) = collect(text, {"topic models": ("Method", 0.9), "topic model,": ("Method", 0.5)})
    assert entity.name == "topic models"
    assert entity.names == ("Topic Models", "topic models", "topic model", "topic-model")


def test_case_tells_an_acronym_from_a_word() -> None:
    (entity,) = collect("We ACT now. They act later.", {"ACT": ("Method", 0.9)})
    assert entity.names == ("ACT",)


def test_an_abbreviation_joins_its_long_form_even_if_only_one_was_recognised() -> None:
    text = "We use low-rank adaptation (LoRA). LoRA is cheap."
    for found in ("low-rank adaptation", "LoRA"):
        (entity,) = collect(text, {found: ("Method", 0.8)})
        assert entity.names == ("low-rank adaptation", "LoRA")
        assert entity.name == entity.expansion == "low-rank adaptation"


def test_an_abbreviation_and_its_long_form_have_one_type() -> None:
    text = "Word error rate (WER) is a rate."
    (entity,) = collect(text, {"Word error rate": ("Metric", 0.9), "WER": ("Method", 0.3)})
    assert entity.type == "Metric"


def test_one_string_has_one_type() -> None:
    text = "Summarization first. Then summarization."
    (entity,) = collect(text, {"Summarization": ("Method", 0.4), "summarization.": ("Task", 0.9)})
    assert (entity.type, len(entity.mentions)) == ("Task", 2)


def test_the_longer_string_takes_the_place() -> None:
    first, second = collect("BERT-large beats BERT.", {"BERT-large": ("Model", 0.9), "BERT.": ("Model", 0.9)})
    assert (first.names, second.names) == (("BERT-large",), ("BERT",))


def test_classes_of_models_are_generic() -> None:
    (entity,) = collect("We test language models.", {"language models": ("GenericModel", 0.9)})
    assert (entity.type, entity.generic) == ("Model", True)


def test_marks_are_no_names() -> None:
    assert collect("All *** here", {"***": ("Method", 0.9)}) == ()


def test_names_beyond_ascii() -> None:
    text = "NüshuBench and α-divergence and C# and 𛅰𛅱."
    found = collect(text, {"NüshuBench": ("Dataset", 1.0), "α-divergence": ("Metric", 1.0), "𛅰𛅱": ("Dataset", 1.0)})
    assert [text[m.start : m.end] for entity in found for m in entity.mentions] == [
        "NüshuBench",
        "α-divergence",
        "𛅰𛅱",
    ]


def test_initials_join_a_short_form_that_is_expanded_nowhere() -> None:
    text = "Named entity recognition is old. NER is hard."
    (entity,) = collect(text, {"Named entity recognition": ("Task", 0.9), "NER": ("Task", 0.8)})
    assert (entity.name, entity.names) == ("Named entity recognition", ("Named entity recognition", "NER"))


def test_initials_that_fit_two_names_join_neither() -> None:
    text = "Text classification, topic clustering and TC."
    labels = {"Text classification": ("Task", 0.9), "topic clustering": ("Task", 0.9), "TC": ("Task", 0.8)}
    assert len(collect(text, labels)) == 3


def test_a_string_is_cut_at_a_bracket_without_partner() -> None:
    text = "We use ROUGE)outperforms and call f(x) a baseline(BASE"
    found = collect(
        text, {"ROUGE)outperforms": ("Metric", 0.9), "f(x)": ("Method", 0.9), "baseline(BASE": ("Method", 1)}
    )
    assert [entity.name for entity in found] == ["ROUGE", "f(x)", "baseline"]


def test_a_preposition_at_the_end_and_a_sentence_behind_are_cut() -> None:
    text = "The agreement with people on MATH.We test it"
    found = collect(text, {"agreement with": ("Metric", 0.9), "MATH.We": ("Dataset", 0.9)})
    assert [entity.name for entity in found] == ["agreement", "MATH"]


def test_addresses_numbers_and_sizes_are_no_names() -> None:
    text = "Code at https://example.org/a is ~3x faster with a 7B one, 2.5 times on 4-bit models."
    names = ("https://example.org/a", "~3x", "7B", "2.5 times", "4-bit")
    assert [entity.name for entity in collect(text, dict.fromkeys(names, ("Method", 0.9)))] == ["4-bit"]


def test_the_first_expansion_of_an_abbreviation_is_its_only_one() -> None:
    text = "Large language models (LLMs) are many. We take two LLMs (LLaMA and MightyMistrals) here."
    labels = {"Large language models": ("GenericModel", 0.9), "LLaMA": ("Model", 0.9), "MightyMistrals": ("Model", 0.9)}
    found = {entity.name: entity.names for entity in collect(text, labels)}
    assert found == {
        "Large language models": ("Large language models", "LLMs"),
        "LLaMA": ("LLaMA",),
        "MightyMistrals": ("MightyMistrals",),
    }


def test_a_possessive_is_no_part_of_a_name() -> None:
    text = "We look at topic models’ (TMs’) flaws."
    (entity,) = collect(text, {"topic models": ("Method", 0.9)})
    assert entity.names == ("topic models", "TMs")
