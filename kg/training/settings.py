"""Settings of the training, as the recipe gives them."""

from importlib.resources import files
from pathlib import Path

import msgspec


class RecogniserSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the recogniser is trained.

    Attributes:
        epochs: passes over the papers.
        batch_size: papers in an update of the weights.
        learn_rate: of the encoder's last layer, at its highest, after a tenth of the updates; it ends at 0.
        layer_decay: the learn rate of a layer as a share of that of the layer above.
        head_learn_rate: of all that is above the encoder.
        dropout: the share of numbers left out above the encoder.
        smoothing: how much of the probability the other tags are to have.
        role_weight: the weight of a second target, the role of the entity that a token belongs to; it makes the
            vectors tell more and is left out of what ships.
        seed: of the weights above the encoder, the order of the papers and dropout.
    """

    epochs: int
    batch_size: int
    learn_rate: float
    layer_decay: float
    head_learn_rate: float
    dropout: float
    smoothing: float
    role_weight: float
    seed: int


class ClassifierSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The strengths of the classifiers, as scikit-learn's C, and how sure it must be that two names are one thing's."""

    aliases: float
    alias_threshold: float
    roles: float
    relations: float


def recipe_path() -> Path:
    """Where the recipe of the shipped pipeline is."""
    return Path(str(files("kg.training") / "recipe.cfg"))
