"""What waits: the worklist by question, for one person, their roles or the whole office."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet

from sanitarian.core.actors import Actor, Role
from sanitarian.core.dates import today
from sanitarian.core.models import Task
from sanitarian.county.models import ImportReject, ImportRun
from sanitarian.desk.links import address_of
from sanitarian.wastewater.acts.decisions import FAILED
from sanitarian.wastewater.acts.reports import REVIEW

SOON = timedelta(days=14)
ON_TODAY, PAGE = 6, 50
LETTERS_FAILED = "letters.failed"
SCOPES = {"me": "For me", "role": "For my role", "office": "For the office"}


@dataclass(frozen=True, slots=True)
class Group:
    """A question about the worklist, and the words in which the page asks it."""

    name: str
    label: str
    condition: Q
    due_label: str = "Due"
    kind: str = "wait"


def groups(day: date) -> tuple[Group, ...]:
    """Every open task is in exactly one group; within a group the earliest date comes first."""
    review, failed, letters = Q(kind=REVIEW), Q(kind=FAILED), Q(kind=LETTERS_FAILED)
    dated, has_own = Q(due__isnull=False), Q(kind__in=[REVIEW, FAILED, LETTERS_FAILED])
    return (
        Group("overdue", "Overdue", ~has_own & Q(due__lt=day), kind="bad"),
        Group("soon", "Due within 14 days", ~has_own & Q(due__gte=day, due__lte=day + SOON), kind="due"),
        Group("eye", "Reports that need an eye", review & dated & Q(needs_an_eye=True), "Came in"),
        Group("clear", "Clear reports, to sign together", review & dated & Q(needs_an_eye=False), "Came in", "good"),
        Group("failed", "Failed systems", failed & dated, "Since", "bad"),
        Group("letters", "Papers that could not be made", letters, kind="bad"),
        Group(
            "other", "Other open matters",
            (~has_own & (Q(due__gt=day + SOON) | ~dated)) | ((review | failed) & ~dated), kind="plain",
        ),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """A task and the page it is done on."""

    task: Task
    url: str
    is_overdue: bool


@dataclass(frozen=True, slots=True)
class Section:
    """A group, how many tasks it has, and the first of them."""

    group: Group
    count: int
    lines: list[Line]

    @property
    def more(self) -> bool:
        return self.count > len(self.lines)


@dataclass(frozen=True, slots=True)
class RunWithRejects:
    """The latest import of a kind, where it left rows out."""

    run: ImportRun
    rejects: int


def first_scope(actor: Actor) -> str:
    """What somebody sees who has not chosen: who heads the office sees the office."""
    return "role" if actor.roles <= {Role.CLERK, Role.SANITARIAN} else "office"


def tasks_for(actor: Actor, scope: str) -> QuerySet[Task]:
    """Open tasks: assigned to this person; or to their roles and to nobody else; or all."""
    tasks = Task.objects.filter(closed_at__isnull=True)
    if scope == "me":
        return tasks.filter(assignee=actor.ref)
    if scope == "role":
        return tasks.filter(Q(assignee=actor.ref) | Q(assignee="", role__in=[role.value for role in actor.roles]))
    return tasks


def counts(tasks: QuerySet[Task], asked: Iterable[Group]) -> dict[str, int]:
    """How many tasks each group has, in one query."""
    return tasks.aggregate(**{group.name: Count("pk", filter=group.condition) for group in asked})


def sections(tasks: QuerySet[Task], asked: Iterable[Group], numbers: dict[str, int]) -> list[Section]:
    """The groups that have tasks, each with its first lines."""
    found = [
        (group, list(_in_order(tasks.filter(group.condition))[:ON_TODAY])) for group in asked if numbers[group.name]
    ]
    return [Section(group, numbers[group.name], _lines(some)) for group, some in found]


def page_of(
    tasks: QuerySet[Task], group: Group, after: tuple[date | None, int] | None
) -> tuple[list[Line], tuple[date | None, int] | None]:
    """One page of a group by key; and the key after which the next page begins, or None."""
    found = tasks.filter(group.condition)
    if after is not None:
        due, pk = after
        if due is None:
            found = found.filter(due__isnull=True, pk__gt=pk)
        else:
            found = found.filter(Q(due__gt=due) | Q(due=due, pk__gt=pk) | Q(due__isnull=True))
    some = list(_in_order(found)[: PAGE + 1])
    last = some[PAGE - 1] if len(some) > PAGE else None
    return _lines(some[:PAGE]), (last.due, last.pk) if last else None


def _in_order(tasks: QuerySet[Task]) -> QuerySet[Task]:
    return tasks.order_by(F("due").asc(nulls_last=True), "pk")


def _lines(tasks: Iterable[Task]) -> list[Line]:
    day = today()
    return [Line(task, address_of(task.subject), bool(task.due and task.due < day)) for task in tasks]


def imports_with_rejects() -> list[RunWithRejects]:
    """The latest import of each kind, where rows were rejected: a later import of the kind settles the earlier."""
    latest = ImportRun.objects.values("kind").annotate(last=Max("pk")).values_list("last", flat=True)
    runs = ImportRun.objects.filter(Exists(ImportReject.objects.filter(run=OuterRef("pk"))), pk__in=list(latest))
    return [
        RunWithRejects(run, run.number_of_rejects)
        for run in runs.annotate(number_of_rejects=Count("rejects")).order_by("-pk")
    ]
