"""The words of messages: a plain text template per kind, filled from a typed context.

The first line is the heading. Names, amounts, dates and phones are fields of the context; templates hold only words.
"""

import dataclasses
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.template import Context, Engine, Template

from sanitarian.letters.clean import clean_data
from sanitarian.letters.mail.kinds import message_kind

_MISSING = "\ufdd0"  # no text has it: it is no character


@lru_cache(maxsize=1)
def _engine() -> Engine:
    return Engine(
        autoescape=False, string_if_invalid=_MISSING, builtins=["sanitarian.core.templatetags.sanitarian"]
    )  # plain text, in which nothing is markup


@lru_cache
def _template(path: Path) -> Template:
    return _engine().from_string(path.read_text(encoding="utf-8"))


def written(kind: str, context: Any) -> tuple[str, str]:
    """The heading and the text of a message of this kind, from a context of its class.

    Raises:
        KeyError: no room has declared the kind.
        TypeError: it has no template, or ``context`` is of another class.
        ValueError: its template names what its context does not have.
    """
    declared = message_kind(kind)
    if declared.template is None or not isinstance(context, declared.context_class or ()):
        wanted = declared.context_class.__name__ if declared.context_class else "no context"
        raise TypeError(f"a {kind} message is made from {wanted}, not {type(context).__name__}")
    fields = {field.name: getattr(context, field.name) for field in dataclasses.fields(context)}
    text = _template(declared.template).render(Context(clean_data(fields), autoescape=False))
    if _MISSING in text:
        raise ValueError(f"the template of {kind} messages names what {type(context).__name__} does not have")
    heading, _, body = text.partition("\n")
    return heading.strip(), body.strip()
