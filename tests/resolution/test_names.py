import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.resolution.names import NameUse, choose_label, normal_form

words = st.text(alphabet="abcdefghisuyxteoz", min_size=1, max_size=8)
names = st.text(max_size=20) | st.lists(words | words.map(str.upper) | words.map(lambda word: word.upper() + "s")).map(
    " ".join
)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Large Language Models", "large language model"),
        ("fine-tuning", "Fine tuning"),
        ("chain‑of‑thought prompting", "Chain-of-Thought prompting"),
        ("in–context learning", "in-context\nlearning"),
        ("GANs", "GAN"),
        ("GPUs", "GPU"),
        ("APIs", "API"),
        ("ViTs", "ViT"),
        ("llms", "LLM"),
        ("parallel corpora", "parallel corpus"),
        ("ontologies", "Ontology"),
        ("benchmark analyses", "benchmark analysis"),
        ("viruses", "virus"),
        ("clauses", "clause"),
        ("losses", "loss"),
        ("branches", "branch"),
        ("databases", "database"),
        ("automatic metrics", "automatic metric"),
        ("videos", "video"),
        ("schemas", "schema"),
        ("saliency maps", "saliency map"),
        ("Kāṭhaka-Saṃhitā", unicodedata.normalize("NFD", "kāṭhaka saṃhitā")),
        ("Winograd’s schema", "Winograd's schema"),
        ("“SQuAD”", "SQuAD"),
        ("ﬁne-tuning", "fine-tuning"),
        ("zero\u00adshot", "zeroshot"),
        ("Straße", "STRASSE"),
    ],
)
def test_spellings_of_one_name_share_a_key(first: str, second: str) -> None:
    assert normal_form(first) == normal_form(second) != ""


@pytest.mark.parametrize(
    "apart",
    [
        ("C", "C++", "C#", "C*"),
        ("GPT-3", "GPT-3.5", "GPT-4", "GPT-3.5-turbo"),
        ("SQuAD", "SQuAD 2.0", "SQuAD 1.1"),
        ("ROUGE-1", "ROUGE-2", "ROUGE-L", "ROUGE"),
        ("F1", "F0.5", "F2"),
        ("ACE", "ACES"),
        ("PAW", "PAWS"),
        ("HAN", "HANS"),
        ("ST", "STS"),
        ("BERT", "ALBERT", "RoBERTa"),
        ("bias", "biasing"),
        ("news", "new"),
        ("means", "mean"),
        ("α", "a", "β"),
        ("naïve", "naive"),
        ("𛅰", "𛅱"),
        ("fine-tuning", "finetuning"),
        ("pass@1", "pass@10"),
        ("R", "R²"),
    ],
)
def test_different_names_stay_apart(apart: tuple[str, ...]) -> None:
    assert len({normal_form(name) for name in apart}) == len(apart)


@pytest.mark.parametrize("name", ["", " ", "—", "++", "…", "'\"", "\u200b"])
def test_a_name_without_letter_or_digit_names_nothing(name: str) -> None:
    assert normal_form(name) == ""


@pytest.mark.parametrize("field", "linguistics semantics bias chaos analysis corpus class series".split())
def test_words_in_s_that_are_no_plurals_stay(field: str) -> None:
    assert normal_form(field) == field


@given(names)
def test_a_normal_form_is_its_own(name: str) -> None:
    key = normal_form(name)
    assert normal_form(key) == key


@given(names)
def test_only_names_without_letters_and_digits_have_an_empty_key(name: str) -> None:
    assert bool(normal_form(name)) == any(character.isalnum() for character in unicodedata.normalize("NFC", name))


@given(names)
def test_a_key_has_no_blanks_and_no_capitals(name: str) -> None:
    key = normal_form(name)
    assert not any(character.isspace() for character in key)
    assert key == unicodedata.normalize("NFC", key.casefold())
    assert "--" not in key


@given(names, names)
def test_names_with_other_digits_or_signs_stay_apart(first: str, second: str) -> None:
    def rest(name: str) -> list[str]:
        return [character for character in name if character.isdecimal() or character in "+#*@./&"]

    if rest(first) != rest(second):
        assert normal_form(first) != normal_form(second) or normal_form(first) == ""


def test_the_label_is_the_name_of_most_papers() -> None:
    papers = [[NameUse("BERT", 1)], [NameUse("BERT", 1)], [NameUse("Bert", 9, fullest=True)]]
    assert choose_label(papers) == ("BERT", ("Bert",))


def test_spellings_of_a_name_count_together_and_once_for_each_paper() -> None:
    papers = [
        [NameUse("SC"), NameUse("Self-Consistency")],
        [NameUse("SC"), NameUse("self-consistency")],
        [NameUse("Self-consistency")],
    ]
    assert choose_label(papers)[0] == "Self-Consistency"
    papers = [[NameUse("SC"), NameUse("Self-Consistency"), NameUse("self-consistency")], [NameUse("SC")]]
    assert choose_label(papers)[0] == "SC"


def test_ties_go_to_the_fullest_then_the_most_mentioned_then_the_shortest_then_the_first() -> None:
    long = NameUse("direct preference optimization", 1, fullest=True)
    assert choose_label([[NameUse("DPO", 5), long]])[0] == long.name
    assert choose_label([[NameUse("abc", 1)], [NameUse("abcd", 2)]])[0] == "abcd"
    assert choose_label([[NameUse("abcd", 1)], [NameUse("abc", 1)]])[0] == "abc"
    assert choose_label([[NameUse("b", 1)], [NameUse("a", 1)]])[0] == "a"


@given(st.permutations([NameUse("a", 1), NameUse("b", 2), NameUse("b", 1), NameUse("A", 2), NameUse("a", 2)]))
def test_the_label_depends_on_no_order(uses: list[NameUse]) -> None:
    assert choose_label([[use] for use in uses]) == ("a", ("A", "b"))
