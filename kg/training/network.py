"""The recogniser's network: a small transformer, and beside its vectors what is known of each token."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from transformers import BertModel, logging

from kg.extraction.recogniser import SHAPES

#: the number of a place that no loss looks at
IGNORED = -100
#: for each column of `kg_terms`, and for the words' shapes, how many values there are and how wide their vectors
_ROWS = (600, 200, 60, 300, 100, 40)
_WIDTH = 24
_SHAPE_WIDTH = 12
_HIDDEN = 256


class Example(NamedTuple):
    """A text for the network.

    Attributes:
        pieces: numbers of the word pieces, the special ones at both ends included.
        first: for each token the place of its first piece.
        features: for each token the numbers that are known of it.
        targets: for each head of the network a number for each token, or `IGNORED`.
    """

    pieces: Sequence[int]
    first: Sequence[int]
    features: Sequence[Sequence[int]]
    targets: dict[str, Sequence[int]]


class Batch(NamedTuple):
    """Examples side by side, filled up to the longest; the mask is 1 where there is a piece."""

    pieces: Tensor
    mask: Tensor
    first: Tensor
    features: Tensor


def collate(examples: Sequence[Example]) -> Batch:
    """Make one batch of examples."""
    return Batch(
        _pad([example.pieces for example in examples], 0),
        _pad([[1] * len(example.pieces) for example in examples], 0),
        _pad([example.first for example in examples], 0),
        nn.utils.rnn.pad_sequence([torch.tensor(example.features) for example in examples], batch_first=True),
    )


def collate_targets(examples: Sequence[Example], head: str) -> Tensor:
    """Make the batch of what one head is to say: examples × tokens."""
    return _pad([example.targets[head] for example in examples], IGNORED)


def _pad(rows: Sequence[Sequence[int]], filling: int) -> Tensor:
    tensors = [torch.tensor(row) for row in rows]
    return nn.utils.rnn.pad_sequence(tensors, batch_first=True, padding_value=filling)


class TaggingNetwork(nn.Module):  # type: ignore[misc]
    """Word pieces and token features to scores, by one linear head for each kind of target.

    A token's vector is that of its first piece (Devlin et al. 2019), joined with the vectors of its features, mixed by
    a layer and then with those of its two neighbours.

    Args:
        encoder: a folder with a BERT encoder in the format of `transformers`.
        heads: for each head how many values it tells apart.
        dropout: the share of numbers that are left out in training, after the encoder.
    """

    def __init__(self, encoder: Path, heads: dict[str, int], dropout: float) -> None:
        super().__init__()
        logging.set_verbosity_error()  # the weights that are not used here are no news
        self.encoder = BertModel.from_pretrained(encoder, add_pooling_layer=False, attn_implementation="sdpa")
        for layer in self.encoder.encoder.layer:
            # costs a quarter of the time and brings nothing here
            layer.attention.self.dropout.p = layer.attention.self.dropout_prob = 0.0
        self.features = nn.ModuleList([nn.Embedding(rows, _WIDTH) for rows in _ROWS])
        self.features.append(nn.Embedding(SHAPES, _SHAPE_WIDTH))
        for embedding in self.features:
            nn.init.normal_(embedding.weight, std=0.3)
        width = self.encoder.config.hidden_size + _WIDTH * len(_ROWS) + _SHAPE_WIDTH
        self.dropout = nn.Dropout(dropout)
        self.mix = nn.Sequential(nn.Linear(width, _HIDDEN), nn.GELU(), nn.LayerNorm(_HIDDEN), nn.Dropout(dropout))
        self.neighbours = nn.Conv1d(_HIDDEN, _HIDDEN, 3, padding=1)
        self.heads = nn.ModuleDict({name: nn.Linear(_HIDDEN, size) for name, size in heads.items()})

    def forward(self, pieces: Tensor, mask: Tensor, first: Tensor, features: Tensor, heads: Sequence[str]) -> Any:
        """Score each token by some of the heads: tensors of examples × tokens × values."""
        vectors = self.encoder(input_ids=pieces, attention_mask=mask).last_hidden_state
        vectors = torch.gather(vectors, 1, first.unsqueeze(-1).expand(-1, -1, vectors.size(-1)))
        known = [embedding(features[:, :, column]) for column, embedding in enumerate(self.features)]
        mixed = self.mix(self.dropout(torch.cat([vectors, *known], dim=-1)))
        around = nn.functional.gelu(self.neighbours(mixed.transpose(1, 2)).transpose(1, 2))
        hidden = self.dropout(mixed + around)
        return [self.heads[name](hidden) for name in heads]
