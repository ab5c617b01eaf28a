"""Tags and filters for every page: dates as people write them, sections cited small, the "why" of a ruling."""

import json
from datetime import date, datetime
from typing import Any

from django import template
from django.forms import BaseForm
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from sanitarian.core.actors import NOBODY, Actor
from sanitarian.core.dates import county_zone
from sanitarian.core.permissions import may_see
from sanitarian.law.glossary import Part, definitions, split
from sanitarian.law.registers import Provision, resolve

register = template.Library()

NOT_SHOWN = "not shown"
_Pages = tuple[tuple[str, str, str], ...]
STAFF_PAGES: _Pages = (
    ("today", "Today", "desk:today"),
    ("find", "Find", "desk:find"),
    ("due", "Due", "desk:due"),
    ("review", "Review", "desk:review"),
    ("reports", "Reports", "desk:reports"),
    ("inspectors", "Inspectors", "desk:inspectors"),
    ("pump-outs", "Pump-outs", "desk:pump-outs"),
    ("office", "Office", "desk:office"),
)
FILER_PAGES: _Pages = (
    ("my", "My page", "portal:my"),
    ("my-reports", "My reports", "portal:reports"),
    ("pump-outs", "Pump-outs", "portal:pump-outs"),
)
PUBLIC_PAGES: _Pages = (
    ("home", "Home", "portal:home"),
    ("code", "Sanitary code", "code:contents"),
    ("verify", "Verify a permit", "portal:verify"),
    ("sign-in", "Sign in", "account_login"),
)
NOT_FOR_SIGNED_IN = frozenset({"portal:home", "account_login"})


def _day(value: Any) -> date | None:
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return None
    if isinstance(value, datetime):
        return (value.astimezone(county_zone()) if value.tzinfo else value).date()
    return value if isinstance(value, date) else None


@register.filter
def american_date(value: Any) -> str:
    """A date, a moment or an ISO text as "November 1, 2026"; "not shown" where there is none."""
    day = _day(value)
    return f"{day:%B} {day.day}, {day.year}" if day else NOT_SHOWN


@register.filter
def short_date(value: Any) -> str:
    """A date, a moment or an ISO text as "11/01/2026"; "not shown" where there is none."""
    day = _day(value)
    return f"{day:%m/%d}/{day.year:04}" if day else NOT_SHOWN


@register.filter
def clock(value: datetime) -> str:
    """A moment as the county's time of day: "10:42 AM"."""
    local = value.astimezone(county_zone())
    return f"{local.hour % 12 or 12}:{local:%M %p}"


@register.filter
def not_shown(value: Any) -> Any:
    """The value itself, or "not shown" for None and blank text. False and 0 are values."""
    return NOT_SHOWN if value is None or value == "" else value


@register.filter
def yes_no_unknown(value: bool | None) -> str:
    """ "Yes", "No" or "Not known"."""
    return "Not known" if value is None else ("Yes" if value else "No")


@register.filter
def in_words(value: Any) -> str:
    """An outcome or code such as ``cannot-be-determined`` as words: "Cannot be determined"."""
    text = str(getattr(value, "value", value)).replace("-", " ").replace("_", " ").strip()
    return text[:1].upper() + text[1:]


@register.filter
def cite(section: str | None) -> SafeString | str:
    """A section or a reading, small, with its heading as a tooltip, leading to its page; nothing for none.

    Not for use inside a link, a button or a summary.
    """
    if not section:
        return ""
    try:
        found = resolve(section)
    except KeyError:  # what was decided under older law may cite what the register no longer has
        return format_html('<cite class="s-cite">{}</cite>', section)
    address = _address("code:provision" if found.section == section else "code:reading", section)
    if not address:
        return format_html('<cite class="s-cite" title="{}">{}</cite>', found.title, section)
    return format_html('<cite class="s-cite"><a href="{}" title="{}">{}</a></cite>', address, found.title, section)


@register.filter
def defined(text: Any) -> SafeString:
    """A text in which each word that the code defines leads to its definition, at its first occurrence.

    The meaning is the link's tooltip as well. Not for use inside a link, a button or a summary, nor on names.
    """
    return defined_once(text, set())


def defined_once(text: Any, met: set[str]) -> SafeString:
    """A text like ``defined``, of several that are read together: what ``met`` holds is not linked again."""
    parts = split("" if text is None else str(text), met)
    return format_html_join("", "{}", ((_linked(part),) for part in parts))


def _linked(part: Part) -> SafeString | str:
    address = _definition(part.meaning) if part.meaning else ""
    if not part.meaning or not address:
        return part.text
    return format_html('<a class="s-term" href="{}" title="{}">{}</a>', address, part.meaning.summary, part.text)


def _definition(meaning: Provision) -> str:
    """Where a meaning is read: in the glossary, or on the page of the provision that explains it."""
    if meaning.id not in definitions():
        return _address("code:provision", meaning.id)
    glossary = _address("code:glossary")
    return glossary and f"{glossary}#{meaning.id.lower().replace('.', '-')}"


def _address(view: str, *arguments: str) -> str:
    try:
        return reverse(view, args=arguments)
    except NoReverseMatch:  # the pages of the code are not part of this installation
        return ""


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """A picture from the design system's set. Without a label it is decoration, and hidden from screen readers."""
    address = f"{static('vendor/uswds/img/sprite.svg')}#{name}"
    if label:
        return format_html(
            '<svg class="usa-icon" role="img" aria-label="{}"><use href="{}"></use></svg>', label, address
        )
    return format_html(
        '<svg class="usa-icon" aria-hidden="true" focusable="false"><use href="{}"></use></svg>', address
    )


@register.filter
def asks_for_something(form: BaseForm) -> bool:
    """Whether a form has a field that must be filled in."""
    return any(field.field.required for field in form.visible_fields())


def _part(thing: Any, name: str, default: Any = None) -> Any:
    return thing.get(name, default) if isinstance(thing, dict) else getattr(thing, name, default)


@register.inclusion_tag("core/parts/why.html")
def why(ruling: Any, summary: str = "Why", *, opened: bool = False) -> dict[str, Any]:
    """The reasons of a ruling, each ticked, crossed or not shown, with its section, and defined words linked once.

    ``ruling`` is a ruling, its JSON as a dict or as text; nothing is shown for None or without reasons.
    """
    if isinstance(ruling, str):
        ruling = json.loads(ruling)
    met: set[str] = set()
    reasons = [
        {
            "holds": _part(reason, "holds"),
            "text": defined_once(_part(reason, "text", ""), met),
            "cite": _part(reason, "cite", ""),
        }
        for reason in (_part(ruling, "reasons", ()) or ())
    ]
    return {"reasons": reasons, "summary": summary, "opened": opened, "outcome": _part(ruling, "outcome")}


def _pages_for(actor: Actor) -> _Pages:
    """The links on top that somebody may follow."""
    pages = STAFF_PAGES if actor.is_staff else FILER_PAGES + PUBLIC_PAGES
    left_out = NOT_FOR_SIGNED_IN if actor.user_id is not None else frozenset()
    return tuple(page for page in pages if may_see(actor, page[2]) and page[2] not in left_out)


class MainNavigation(template.Node):
    """The links on top. What stands between the tags names the current page; otherwise the address decides."""

    child_nodelists = ("nodelist",)

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        request = context.get("request")
        actor = getattr(request, "actor", NOBODY)
        match = request and request.resolver_match
        current = self.nodelist.render(context).strip() or (match.view_name if match else "")
        links = []
        for key, label, view in _pages_for(actor):
            try:
                links.append({"label": label, "url": reverse(view), "current": current in {key, view}})
            except NoReverseMatch:  # the page is not built yet, or not part of this installation
                continue
        return render_to_string("core/parts/navigation.html", {"links": links})


@register.tag
def main_navigation(parser: Parser, token: Token) -> MainNavigation:
    """``{% main_navigation %}{% block nav_current %}{% endblock %}{% end_main_navigation %}``"""
    nodelist = parser.parse(("end_main_navigation",))
    parser.delete_first_token()
    return MainNavigation(nodelist)
