"""Questions: SPARQL texts with a summary and parameters, read from the comments that lead them.

    # Which methods serve a task?
    # @param task The task's name, as any paper writes it; case does not matter.

    PREFIX kg: <https://w3id.org/paper-kg/ns#>
    SELECT …

The first comment line is the summary; each `@param NAME DESCRIPTION` declares a variable that takes a value from
outside.
"""

import importlib.resources
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from kg.errors import InputError, UsageError
from kg.query.syntax import pattern_start, variables

if TYPE_CHECKING:
    import pyoxigraph

_PARAMETER: Final = re.compile(r"@param\s+[?$]?(\w+)\s*(.*)")


class Parameter(msgspec.Struct, frozen=True):
    """A variable that must be given a value, and what it stands for."""

    name: str
    description: str


class Question(msgspec.Struct, frozen=True):
    """A SPARQL query with its name (a file, an example, `-q`), summary and parameters."""

    name: str
    text: str
    summary: str = ""
    parameters: tuple[Parameter, ...] = ()


def parse_question(text: str, name: str) -> Question:
    r"""Read summary and parameters from the comments that lead a SPARQL text.

    >>> question = parse_question("# Who?\n# @param task The task's name\nASK {}", "who")
    >>> question.summary, question.parameters
    ('Who?', (Parameter(name='task', description="The task's name"),))
    """
    text = text.removeprefix("\ufeff")
    summary, parameters = "", []
    for line in text.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            break
        comment = line.strip().lstrip("#").strip()
        if match := _PARAMETER.fullmatch(comment):
            parameters.append(Parameter(match[1], match[2].strip()))
        elif not summary:
            summary = comment
    return Question(name, text, summary, tuple(parameters))


def example_names() -> tuple[str, ...]:
    """Give the names of the example questions that come with kg, sorted."""
    folder = importlib.resources.files("kg.ontology") / "queries"
    return tuple(sorted(entry.name.removesuffix(".rq") for entry in folder.iterdir() if entry.name.endswith(".rq")))


def load_question(source: str | Path) -> Question:
    """Load a question from a file, or an example question by its bare name.

    Raises:
        InputError: there is neither such a file nor such an example, or the file is no UTF-8 text.
    """
    path = Path(source)
    name = str(source).removesuffix(".rq")
    if not path.is_file() and name in example_names():
        entry = importlib.resources.files("kg.ontology") / "queries" / f"{name}.rq"
        return parse_question(entry.read_text(encoding="utf-8"), name)
    try:
        return parse_question(path.read_text(encoding="utf-8"), str(source))
    except FileNotFoundError:
        raise InputError(
            f"{source}: there is no such file, and no example query of that name; `kg query --list` shows them all"
        ) from None
    except UnicodeDecodeError as error:
        raise InputError(f"{source}: a query must be UTF-8 text, but byte {error.start + 1} is none") from None
    except OSError as error:
        raise InputError(f"{source}: the query can't be read: {error.strerror}") from None


def bind(question: Question, bindings: Mapping[str, str]) -> str:
    """Give the query's SPARQL text with values for its parameters.

    The outermost pattern gets a `VALUES` block, so that the text stays standard SPARQL. A value is a plain literal,
    or an IRI where it stands between angle brackets. A query that declares no parameter takes any of its variables.

    Raises:
        UsageError: a parameter has no value, a name is no parameter, or a value is no IRI though written like one.
    """
    declared = tuple(parameter.name for parameter in question.parameters)
    known = declared or variables(question.text)
    unknown = [name for name in bindings if name not in known]
    missing = [name for name in declared if name not in bindings]
    if unknown or missing:
        problem = f"has no parameter {unknown[0]}" if unknown else f"needs a value for {', '.join(missing)}"
        raise UsageError(f"{question.name} {problem}; {_describe(question, known)}")
    if not bindings:
        return question.text
    start = pattern_start(question.text)
    if start is None:
        raise UsageError(
            f"{question.name} has no WHERE {{ … }} that could take a value (CONSTRUCT needs its long form)"
        )
    names = sorted(bindings)
    terms = " ".join(str(_parse_value(name, bindings[name])) for name in names)
    block = f" VALUES ({' '.join(f'?{name}' for name in names)}) {{ ({terms}) }} "
    return question.text[:start] + block + question.text[start:]


def is_unicode(text: str) -> bool:
    r"""Say whether a text can be encoded; bytes of a command line that are no UTF-8 can't.

    >>> is_unicode("α"), is_unicode("\udcff")
    (True, False)
    """
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _parse_value(name: str, value: str) -> "pyoxigraph.NamedNode | pyoxigraph.Literal":
    from pyoxigraph import Literal, NamedNode

    if not is_unicode(value):
        raise UsageError(f"--bind {name}: its value is no Unicode text; write it in UTF-8")
    if not (value.startswith("<") and value.endswith(">")):
        return Literal(value)
    try:
        return NamedNode(value[1:-1])
    except ValueError as error:
        raise UsageError(f"--bind {name}: {value} is no IRI: {error}") from None


def _describe(question: Question, known: tuple[str, ...]) -> str:
    """Say which values a query takes, for an error message."""
    if question.parameters:
        lines = (f"\n  --bind {parameter.name}=…  {parameter.description}" for parameter in question.parameters)
        return "it takes:" + "".join(lines)
    return "its variables are " + ", ".join(f"?{name}" for name in known) if known else "it has no variables"
