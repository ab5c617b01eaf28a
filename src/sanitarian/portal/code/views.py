"""The pages of the code. They rest on the law's files alone: nothing here asks the database."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from sanitarian.law.answering import to_json
from sanitarian.law.figures import Published, published
from sanitarian.law.registers import Interpretation, Provision, code_title, interpretations, provisions
from sanitarian.law.registry import NO_LAW, Rule, rules
from sanitarian.law.ruling import NotInForce
from sanitarian.law.words import Words
from sanitarian.portal.code.answers import answer_of
from sanitarian.portal.code.forms import FILL, LAW_OF, RuleForm, example_query
from sanitarian.portal.code.search import MOST_SHOWN, jump, search
from sanitarian.portal.code.shown import figures_shown, service
from sanitarian.portal.code.tree import (
    Source,
    above,
    anchor,
    article_since,
    article_until,
    children,
    figures_at,
    glossary_terms,
    history,
    readings_at,
    rules_at,
    source,
    sources,
)
from sanitarian.portal.code.wording import wording

Crumbs = list[dict[str, str]]


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading with how far it is decided."""

    entry: Interpretation

    @property
    def anchor(self) -> str:
        """Where it stands on its section's page."""
        return anchor(self.entry.id)

    @property
    def status(self) -> str:
        """How far it is decided, in words."""
        if self.awaits_counsel:
            return "Before county counsel"
        return "Settled" if self.settled else f"A choice of the {self.entry.decides}"

    @property
    def tone(self) -> str:
        """The kind of tag that says so."""
        return "due" if self.awaits_counsel else "plain"

    @property
    def settled(self) -> bool:
        """Whether it needs no mark."""
        return self.entry.status == "settled"

    @property
    def awaits_counsel(self) -> bool:
        """Whether county counsel is still to speak on it."""
        return self.entry.status == "counsel_review"


@dataclass(frozen=True, slots=True)
class Question:
    """A rule with the question that it answers."""

    rule: Rule
    words: Words


def _readings(found: Any) -> list[Reading]:
    return [Reading(entry) for entry in found]


def _questions(found: Any) -> list[Question]:
    return [Question(rule, wording(rule.name)) for rule in found]


def _crumbs(*more: tuple[str, str]) -> Crumbs:
    return [{"label": label, "url": url} for label, url in (("Sanitary code", reverse("code:contents")), *more)]


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    """Articles with their sections; what was searched for; the page itself where a section's number was typed."""
    query = request.GET.get("q", "").replace("\x00", "").strip()[:200]
    if query and (address := jump(query)):
        return redirect(address)
    found = search(query) if query else []
    context = {
        "query": query,
        "found": found[:MOST_SHOWN],
        "count": len(found),
        "articles": [(each, article_since(each.key), article_until(each.key)) for each in sources() if not each.state],
        "state_laws": [each for each in sources() if each.state],
        "title": _title(),
        "history": history(),
        "counts": {"rules": len(rules()), "readings": len(interpretations()), "terms": len(glossary_terms())},
    }
    return render(request, "code/contents.html", context)


def _title() -> str:
    try:
        return code_title()
    except NotInForce:
        return ""


@require_safe
def provision_page(request: HttpRequest, key: str) -> HttpResponse:
    """A provision or heading with all that stands beside it."""
    found, article = provisions().get(key), source(key)
    if found is None and article is None:
        return _elsewhere(key, [*provisions(), *(each.key for each in sources())], "code:provision")
    readings = readings_at(key)
    figures = figures_at(key, *(reading.id for reading in readings))
    context = {
        "key": key,
        "provision": found,
        "article": article,
        "title": found.title if found else article.title if article else "",
        "source": found.source if found else article.title if article else "",
        "since": (found.since if found else None) or article_since(key.split(".", maxsplit=1)[0]),
        "crumbs": _crumbs(*_path(key)),
        "until": (found.until if found else None) or article_until(key.split(".", maxsplit=1)[0]),
        "children": [(child, len(readings_at(child.id)), len(rules_at(child.id))) for child in children(key)],
        "readings": _readings(readings),
        "questions": _questions(rules_at(key)),
        "figures": figures_shown(figures),
        "service": service(found) if found and found.kind != "heading" else None,
    }
    return render(request, "code/provision.html", context)


def _path(key: str) -> list[tuple[str, str]]:
    """The sections over one, from the article down."""
    over: list[Provision] = above(key)
    path = [(f"{each.id} {each.title}", reverse("code:provision", args=[each.id])) for each in over]
    top = key.split(".", maxsplit=1)[0]
    if top != key and (not over or over[0].id != top):
        article: Source | None = source(top)
        path.insert(0, (article.title if article else top, reverse("code:provision", args=[top])))
    return path


def _elsewhere(key: str, known: list[str], view: str) -> HttpResponse:
    """The same page under its proper spelling."""
    proper = next((each for each in known if each.casefold() == key.casefold()), None)
    if proper is None:
        raise Http404
    return redirect(view, proper)


@require_safe
def reading_list(request: HttpRequest) -> HttpResponse:
    """All readings by the article that they read, those before counsel set apart by their mark."""
    grouped: dict[str, list[Reading]] = {}
    for entry in interpretations().values():
        grouped.setdefault(entry.section.split(".")[0], []).append(Reading(entry))
    articles = [(each, grouped[each.key]) for each in sources() if each.key in grouped]
    waiting = sum(entry.status == "counsel_review" for entry in interpretations().values())
    context = {"articles": articles, "waiting": waiting, "crumbs": _crumbs(), "total": len(interpretations())}
    return render(request, "code/readings.html", context)


@require_safe
def reading_page(request: HttpRequest, key: str) -> HttpResponse:
    """One reading: the problem, what was chosen, what else could be, and who may decide."""
    entry = interpretations().get(key)
    if entry is None:
        return _elsewhere(key, list(interpretations()), "code:reading")
    figures = [*figures_at(key), *_controlled(entry)]
    context = {
        "reading": Reading(entry),
        "section": provisions().get(entry.section),
        "figures": figures_shown(figures),
        "questions": _questions(rules_at(entry.section)),
        "crumbs": _crumbs(("Readings", reverse("code:readings"))),
    }
    return render(request, "code/reading.html", context)


def _controlled(entry: Interpretation) -> list[Published]:
    return [figure for figure in published() if figure.reading == entry.id]


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """The terms that the code defines, each with an anchor of its own."""
    terms = [(term, anchor(term.id)) for term in glossary_terms()]
    return render(request, "code/glossary.html", {"terms": terms, "crumbs": _crumbs()})


@require_safe
def rule_list(request: HttpRequest) -> HttpResponse:
    """Every rule by the article that it stands on, as the question that it answers."""
    grouped: dict[str, list[Question]] = {}
    for question in _questions(rules().values()):
        grouped.setdefault(question.rule.section.split(".")[0], []).append(question)
    order = [each for each in sources() if each.key in grouped]
    known = {each.key for each in order}
    context = {
        "articles": [(each, grouped[each.key]) for each in order],
        "lawless": [question for key, found in grouped.items() if key not in known for question in found],
        "crumbs": _crumbs(),
        "count": len(rules()),
    }
    return render(request, "code/rules.html", context)


@require_safe
def rule_page(request: HttpRequest, name: str) -> HttpResponse:
    """The form of a rule; with facts in the address, its answer above the form."""
    rule = rules().get(name)
    if rule is None:
        return _elsewhere(name, list(rules()), "code:rule")
    words = wording(name)
    context: dict[str, Any] = {
        "rule": rule,
        "words": words,
        "crumbs": _crumbs(("Questions", reverse("code:rules"))),
        "section": provisions().get(rule.section),
        "example": example_query(rule),
        "schema_url": reverse("api:rule", args=[name]),
        "filled": FILL in request.GET,
    }
    try:
        form = RuleForm(rule, request.GET)
    except NotInForce as none:  # the words of a fact are the county's, and it has none on file
        return render(request, "code/rule.html", {**context, "no_law": str(none)})
    form.is_valid()
    context |= {"form": form, "answer": _answer(form, words)}
    status = 400 if form.errors else 200
    return render(request, "code/rule.html", context, status=status)


def _answer(form: RuleForm, words: Words) -> Mapping[str, Any] | None:
    if form.ruling is None:
        return None
    facts = to_json(form.given(form.cleaned_data))
    law_of = form.cleaned_data.get(LAW_OF)
    return {
        "shown": answer_of(form.ruling, words),
        "readings": _readings(answer_of(form.ruling, words).readings),
        "no_law": form.ruling.outcome == NO_LAW,
        "law_of": law_of,
        "address": f"{reverse('code:rule', args=[form.rule.name])}?{form.address}",
        "json": f"{reverse('api:rule', args=[form.rule.name])}?{_query(facts, law_of)}",
    }


def _query(facts: str, law_of: str | None) -> str:
    return urlencode({"facts": facts} | ({"law_of": law_of} if law_of else {}))
