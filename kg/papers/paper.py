"""A paper as it was read, whatever the format."""

import msgspec


class Author(msgspec.Struct, frozen=True, omit_defaults=True):
    """A name on a paper, in the order of the paper; an identity only where `id` or `orcid` is known."""

    name: str
    id: str | None = None
    orcid: str | None = None


class Record(msgspec.Struct, frozen=True, omit_defaults=True, order=True):
    """Where a paper was read.

    Attributes:
        path: the file, relative to the input that named it, with `/` between folders.
        position: where in the file: ``line 12``, ``paper 2024.acl-long.7``.
        checksum: SHA-256 of the whole file's bytes (uncompressed), in hexadecimal.
        id: the record's own id in that file, where it has one.
    """

    path: str
    position: str
    checksum: str
    id: str | None = None


class Paper(msgspec.Struct, frozen=True, omit_defaults=True):
    """One paper: text cleaned, names in order.

    Attributes:
        title: None where the source lost it.
        abstract: None where there is none.
        keywords: the authors' own, in their order.
        year: of publication.
        doi: lower case, without a resolver's address.
        anthology_id: such as ``2024.acl-long.7`` or ``P19-1001``.
        arxiv_id: without its version.
        records: every place where the paper was read, sorted.
        source_text: the record's own `text`, exactly as read, where it had one; `kg extract` keeps it unchanged.
        presentation_type: how it was presented, as a conference's page says: ``poster``, ``oral``, ``keynote``.
        language: ISO 639-1 code of the abstract's language where that is not English; such an abstract is not mined.
    """

    title: str | None = None
    abstract: str | None = None
    keywords: tuple[str, ...] = ()
    authors: tuple[Author, ...] = ()
    venue: str | None = None
    year: int | None = None
    doi: str | None = None
    anthology_id: str | None = None
    arxiv_id: str | None = None
    url: str | None = None
    records: tuple[Record, ...] = ()
    source_text: str | None = None
    presentation_type: str | None = None
    language: str | None = None

    @property
    def text(self) -> str:
        r"""The text that is mined and that offsets count in: title and abstract with an empty line between.

        >>> Paper(title="A title", abstract="An abstract.").text
        'A title\n\nAn abstract.'
        >>> Paper(abstract="No title.").text
        'No title.'
        """
        return "\n\n".join(part for part in (self.title, self.abstract) if part)
