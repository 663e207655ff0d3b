"""What a person says of names: terms that are entities of a type, and names that are none."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from kg.extraction.names import HYPHENS, fold, ignores_case, name_key, stem


class GivenTerm(msgspec.Struct, frozen=True, order=True):
    """A name that is an entity of this type wherever it stands.

    Attributes:
        name: as texts have it.
        type: one of `kg.vocabulary.ENTITY_TYPES`.
        canonical: what the entity shall be called, where that is another name.
    """

    name: str
    type: str
    canonical: str | None = None


class StopName(msgspec.Struct, frozen=True, order=True):
    """A name that is no entity, or none of this type."""

    name: str
    type: str | None = None


class TermLists(msgspec.Struct, frozen=True):
    """Terms and stop names; where a name is both, it is no entity."""

    terms: tuple[GivenTerm, ...] = ()
    stop: tuple[StopName, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.terms or self.stop)

    @property
    def checksum(self) -> str:
        """The same for the same terms and stop names in the same order, whatever file they came from."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()


NO_LISTS: Final = TermLists()


class StopList:
    """Answers whether a name is none; its plural is none, too, nor a small word with a capital.

    >>> stop = StopList((StopName("language model"), StopName("LM"), StopName("task"), StopName("BERT", "Task")))
    >>> [stop.holds(name) for name in ("Language Models", "LMs", "lm", "Task", "TASK", "BERT")]
    [True, True, False, True, False, False]
    >>> stop.holds("BERT", "Task"), stop.holds("BERT", "Model")
    (True, False)
    """

    def __init__(self, names: Iterable[StopName] = ()) -> None:
        self._types: dict[tuple[bool, str], set[str | None]] = {}
        for one in names:
            for spelling in spellings(one.name):
                any_case, key = name_key(spelling)
                self._types.setdefault((any_case, stem(key)), set()).add(one.type)

    def holds(self, name: str, type: str | None = None) -> bool:
        """Say whether a name that would be an entity of this type is none; without a type, whether it never is one."""
        if not self._types:
            return False
        types = {
            *self._types.get((True, stem(fold(name))), ()),
            *self._types.get((False, stem(HYPHENS.sub("", name))), ()),
        }
        return None in types or (type is not None and type in types)


def spellings(name: str) -> Iterator[str]:
    """Yield a name, and with a capital if it is a small word that case would else make: sentences begin with it.

    >>> list(spellings("loss")), list(spellings("BERT")), list(spellings("beam search"))
    (['loss', 'Loss'], ['BERT'], ['beam search'])
    """
    yield name
    if name.islower() and not ignores_case(name):
        yield name.capitalize()
