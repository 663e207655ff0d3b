"""How far training is: one callback for all stages, also for spaCy's training loop."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import IO, Any, TypeVar

from spacy.language import Language
from spacy.util import registry

T = TypeVar("T")
Progress = Callable[[int, int], None]
"""Called with what is done and what there is to do."""

_report: ContextVar[Progress | None] = ContextVar("kg_training_progress", default=None)
_EVERY = 100


@contextmanager
def report_to(progress: Progress | None) -> Iterator[None]:
    """Let what is trained in the block report its progress."""
    token = _report.set(progress)
    try:
        yield
    finally:
        _report.reset(token)


def count_up(items: Iterable[T], total: int) -> Iterator[T]:
    """Hand on items, and report how many there were."""
    progress = _report.get()
    for number, item in enumerate(items, 1):
        yield item
        if progress is not None and (number % _EVERY == 0 or number == total):
            progress(number, total)


@registry.loggers("kg.Progress.v1")  # type: ignore[untyped-decorator]
def make_logger() -> Callable[..., tuple[Callable[[dict[str, Any] | None], None], Callable[[], None]]]:
    """Make a logger for spaCy's training loop that only counts the steps, for `[training.logger]`."""

    def set_up(nlp: Language, *_: IO[str]) -> tuple[Callable[[dict[str, Any] | None], None], Callable[[], None]]:
        progress, done = _report.get(), 0
        total = int(nlp.config["training"]["max_steps"])

        def log_step(_: dict[str, Any] | None) -> None:
            nonlocal done
            done += 1
            if progress is not None:
                progress(min(done, total), total)

        return log_step, lambda: None

    return set_up
