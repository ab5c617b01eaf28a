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
from django.utils.html import format_html
from django.utils.safestring import SafeString

from sanitarian.core.dates import county_zone
from sanitarian.law.registers import resolve

register = template.Library()

NOT_SHOWN = "not shown"
STAFF_PAGES = (
    ("today", "Today", "desk:today"),
    ("find", "Find", "desk:find"),
    ("due", "Due", "desk:due"),
    ("review", "Review", "desk:review"),
    ("reports", "Reports", "desk:reports"),
    ("inspectors", "Inspectors", "desk:inspectors"),
    ("office", "Office", "desk:office"),
)
PUBLIC_PAGES = (
    ("home", "Home", "portal:home"),
    ("verify", "Verify a permit", "portal:verify"),
    ("sign-in", "Sign in", "account_login"),
)


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
    """A section, small, with its heading as a tooltip where the law's register has one; nothing for none."""
    if not section:
        return ""
    title = _section_title(section)
    if title:
        return format_html('<cite class="s-cite" title="{}">{}</cite>', title, section)
    return format_html('<cite class="s-cite">{}</cite>', section)


def _section_title(section: str) -> str:
    try:
        return resolve(section).title
    except KeyError:  # what was decided under older law may cite what the register no longer has
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
    """The reasons of a ruling, each ticked, crossed or not shown, with its section.

    ``ruling`` is a ruling, its JSON as a dict or as text; nothing is shown for None or without reasons.
    """
    if isinstance(ruling, str):
        ruling = json.loads(ruling)
    reasons = [
        {"holds": _part(reason, "holds"), "text": _part(reason, "text", ""), "cite": _part(reason, "cite", "")}
        for reason in (_part(ruling, "reasons", ()) or ())
    ]
    return {"reasons": reasons, "summary": summary, "opened": opened, "outcome": _part(ruling, "outcome")}


class MainNavigation(template.Node):
    """The links on top. What stands between the tags names the current page; otherwise the address decides."""

    child_nodelists = ("nodelist",)

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        request = context.get("request")
        staff = bool(request and getattr(getattr(request, "actor", None), "is_staff", False))
        match = request and request.resolver_match
        current = self.nodelist.render(context).strip() or (match.view_name if match else "")
        signed_in = bool(request and getattr(request, "user", None) and request.user.is_authenticated)
        pages = (
            STAFF_PAGES if staff else tuple(page for page in PUBLIC_PAGES if not (signed_in and page[0] == "sign-in"))
        )
        links = []
        for key, label, view in pages:
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
