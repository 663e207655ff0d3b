"""Training of the mention recogniser: the encoder and what is above it are tuned on annotated abstracts."""

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import spacy
import torch
from spacy.tokens import Doc
from spacy.training import offsets_to_biluo_tags
from torch import Tensor, nn

from kg.extraction.names import fold
from kg.extraction.recogniser import MentionRecognizer, token_features
from kg.extraction.tagging import TagSet
from kg.extraction.terms import TermFeatures, TermTable
from kg.extraction.wordpieces import END, START, WordPieces
from kg.training.corpus import GoldPaper, make_docs
from kg.training.encoder import read_pieces
from kg.training.network import IGNORED, Example, TaggingNetwork, collate, collate_targets
from kg.training.progress import count_up
from kg.training.quantisation import export_network
from kg.training.settings import RecogniserSettings
from kg.training.terms import LABELS, Own
from kg.vocabulary import ROLES

#: word pieces of a text, besides the two special ones
LONGEST = 510
_WARM_UP = 0.1
_GREATEST_NORM = 1.0


def train_recogniser(
    papers: Sequence[GoldPaper],
    terms: tuple[TermTable, Own],
    encoder: Path,
    folder: Path,
    settings: RecogniserSettings,
) -> Path:
    """Train `kg_ner`; about 40 minutes on one core that computes with bfloat16.

    Args:
        papers: the training papers.
        terms: the table made from these papers, and what each contributed to it, taken out while it is learned from.
        encoder: the folder of a BERT encoder with its vocabulary.
        folder: where to write the result.
        settings: how to train.

    Returns:
        The folder of a spaCy pipeline of `kg_terms` and `kg_ner`.
    """
    tags, pieces = TagSet(LABELS), read_pieces(encoder)
    torch.manual_seed(settings.seed)
    # one thread makes the sums in one order
    torch.set_num_threads(1)
    network = TaggingNetwork(encoder, {"tags": len(tags.tags), "roles": len(ROLES)}, settings.dropout)
    examples = list(_make_examples(papers, TermFeatures(*terms), pieces, tags))
    _fit(network, examples, settings)
    nlp = spacy.blank("en")
    for name, trained in (
        ("kg_terms", TermFeatures(terms[0])),
        ("kg_ner", MentionRecognizer(LABELS, pieces, export_network(network, "tags"))),
    ):
        trained.to_disk(folder / name)
        nlp.add_pipe(name).from_disk(folder / name)  # type: ignore[attr-defined]
    nlp.to_disk(folder / "pipeline")
    return folder / "pipeline"


def _make_examples(
    papers: Sequence[GoldPaper], component: TermFeatures, pieces: WordPieces, tags: TagSet
) -> Iterator[Example]:
    tag_numbers = {tag: number for number, tag in enumerate(tags.tags)}
    for paper, doc in zip(papers, make_docs(spacy.blank("en"), papers), strict=True):
        spans = [(entity.start_char, entity.end_char, entity.label_) for entity in doc.ents]
        yield make_example(
            component(doc),
            pieces,
            {
                "tags": [tag_numbers[tag] for tag in offsets_to_biluo_tags(doc, spans)],
                "roles": _number_roles(doc, paper),
            },
        )


def make_example(doc: Doc, pieces: WordPieces, targets: dict[str, Sequence[int]]) -> Example:
    """Lay out a document that went through `kg_terms`; the pieces beyond the encoder's 512 are cut off."""
    numbers, first = pieces.encode([token.text for token in doc])
    kept = sum(place < LONGEST for place in first)
    return Example(
        [pieces.vocabulary[START], *numbers[:LONGEST], pieces.vocabulary[END]],
        [place + 1 for place in first[:kept]],
        token_features(doc)[:kept].tolist(),
        {head: row[:kept] for head, row in targets.items()},
    )


def _number_roles(doc: Doc, paper: GoldPaper) -> list[int]:
    """Give each token of a mention the role of its entity."""
    numbers = {role: number for number, role in enumerate(sorted(ROLES))}
    roles = {fold(mention): numbers[entity.role] for entity in paper.entities for mention in entity.mentions}
    row = [IGNORED] * len(doc)
    for span in doc.ents:
        row[span.start : span.end] = [roles.get(fold(span.text), IGNORED)] * len(span)
    return row


def _fit(network: TaggingNetwork, examples: Sequence[Example], settings: RecogniserSettings) -> None:
    """Minimise the cross-entropy by AdamW, learn rates falling with the depth (Howard and Ruder 2018, section 3.2)."""
    order = random.Random(settings.seed)  # noqa: S311
    optimiser = torch.optim.AdamW(_groups(network, settings), betas=(0.9, 0.98), fused=True)
    updates = settings.epochs * -(-len(examples) // settings.batch_size)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, _slope(updates))
    network.train()
    batches = (batch for _ in range(settings.epochs) for batch in _shuffle(examples, settings.batch_size, order))
    for batch in count_up(batches, updates):
        loss = _loss(network, batch, settings)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), _GREATEST_NORM)
        optimiser.step()
        schedule.step()


def _loss(network: TaggingNetwork, batch: Sequence[Example], settings: RecogniserSettings) -> Tensor:
    with torch.autocast("cpu", torch.bfloat16):
        tags, roles = network(*collate(batch), ["tags", "roles"])
    loss = nn.functional.cross_entropy(
        tags.float().flatten(0, 1),
        collate_targets(batch, "tags").flatten(),
        ignore_index=IGNORED,
        label_smoothing=settings.smoothing,
    )
    targets = collate_targets(batch, "roles").flatten()
    if settings.role_weight and bool((targets != IGNORED).any()):
        second = nn.functional.cross_entropy(roles.float().flatten(0, 1), targets, ignore_index=IGNORED)
        loss = loss + settings.role_weight * second
    return loss


def _shuffle(examples: Sequence[Example], size: int, order: random.Random) -> list[list[Example]]:
    """Make batches of examples of like length, so that little is filled up, in another order each time."""
    sorted_ = sorted(examples, key=lambda example: len(example.pieces) + 60 * order.random())
    batches = [sorted_[i : i + size] for i in range(0, len(sorted_), size)]
    order.shuffle(batches)
    return batches


def _groups(network: TaggingNetwork, settings: RecogniserSettings) -> list[dict[str, Any]]:
    depth = len(network.encoder.encoder.layer)
    groups = []
    for name, weights in network.named_parameters():
        rate = settings.head_learn_rate
        if name.startswith("encoder.embeddings"):
            rate = settings.learn_rate * settings.layer_decay ** (depth + 1)
        elif name.startswith("encoder.encoder.layer."):
            layer = int(name.split(".")[3])
            rate = settings.learn_rate * settings.layer_decay ** (depth - layer - 1)
        groups.append({"params": [weights], "lr": rate, "weight_decay": 0.01 if weights.dim() > 1 else 0.0})
    return groups


def _slope(updates: int) -> Callable[[int], float]:
    """The learn rate's share of its highest: up for a tenth of the updates, then down to 0."""
    rising = max(1, int(_WARM_UP * updates))
    return lambda step: min((step + 1) / rising, max(0.0, (updates - step) / max(1, updates - rising)))
