"""Finding: identifiers as written first, then whole words, then beginnings of words, then what was meant."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from sanitarian.core.search import vocabulary
from sanitarian.core.search.matching import Wanted, rows
from sanitarian.core.search.query import Query, Spelling, Term, read
from sanitarian.core.search.store import kind_numbers, usual_kinds
from sanitarian.core.search.words import FOLDED_SIGN, KEY_SIGN, compact_key

_TOO_FEW = 3  # with fewer finds than this, what may have been meant is shown as well
_SHORTEST_QUERY = 2
Options = dict[Spelling, int]  # spellings of a term, with the letters each of them changes


@dataclass(frozen=True, slots=True)
class Hit:
    """A document found. ``exact`` means that an identifier was typed as it is on record."""

    ref: str
    kind: str
    target: str
    title: str
    subtitle: str
    town: str
    note: str
    exact: bool = False
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Results:
    """What was found, by kind and within a kind the best first.

    ``corrected`` is the query as it was understood for the hits marked so, or None. ``words`` are the tokens that
    were looked for, for highlighting. ``opens`` is the record to open at once: set where exactly one identifier is
    as typed and nothing else could have been meant. ``more`` names the kinds of which more was found than is shown.
    """

    query: str
    hits: tuple[Hit, ...] = ()
    corrected: str | None = None
    words: frozenset[str] = frozenset()
    opens: str | None = None
    more: frozenset[str] = frozenset()
    too_short: bool = False


@dataclass(frozen=True, slots=True)
class _Found:
    place: int
    tokens: frozenset[str]
    hit: Hit


def find(query: str, kinds: Iterable[str] | None = None, limit: int = 50) -> Results:
    """Search the documents of these kinds (by default all that do not stand apart), at most ``limit`` of each kind.

    Any text is a query; signs without letters or digits find nothing.
    """
    asked = read(query)
    if not asked.terms or asked.size < _SHORTEST_QUERY:
        return Results(asked.text, too_short=True)
    chosen = usual_kinds() if kinds is None else frozenset(kinds)
    wanted = [number for kind, number in kind_numbers().items() if kind in chosen]
    search = _Search(asked, wanted, limit)
    search.as_written()
    search.whole_words()
    search.beginnings()
    corrected = search.meant() if len(search.found) < _TOO_FEW and not search.has_exact else None
    return Results(
        asked.text,
        tuple(search.hits()),
        corrected,
        frozenset(_looked_for(asked.terms)) | frozenset((corrected or "").split()),
        search.opens(),
        frozenset(search.more),
    )


def _looked_for(terms: Iterable[Term]) -> Iterator[str]:
    for term in terms:
        for spelling in term.spellings:
            yield from spelling


class _Search:
    """One search: the finds of each step come after those of the step before, within their kind."""

    def __init__(self, query: Query, kinds: Sequence[int], limit: int) -> None:
        self.query, self.kinds, self.limit = query, kinds, limit
        self.found: dict[str, _Found] = {}
        self.more: set[str] = set()
        self.has_exact = False

    def _ask(self, wanted: Wanted) -> list[_Found]:
        answers = []
        numbers = kind_numbers()
        kinds = [number for number in self.kinds if number not in {numbers[kind] for kind in self.more}]
        for ref, kind, target, place, title, subtitle, town, note, head, more in rows(wanted, kinds, self.limit + 1):
            tokens = frozenset(head.split()) | frozenset(more.split())
            answers.append(_Found(place, tokens, Hit(ref, kind, target, title, subtitle, town, note)))
        return answers

    def _keep(self, answers: Iterable[_Found], *, exact: bool = False, corrected: bool = False) -> None:
        counts: dict[str, int] = {}
        for known in self.found.values():
            counts[known.hit.kind] = counts.get(known.hit.kind, 0) + 1
        for answer in answers:
            kind = answer.hit.kind
            if answer.hit.ref in self.found:
                continue
            if counts.get(kind, 0) >= self.limit:
                self.more.add(kind)
                continue
            counts[kind] = counts.get(kind, 0) + 1
            self.found[answer.hit.ref] = replace(answer, hit=replace(answer.hit, exact=exact, corrected=corrected))

    def as_written(self) -> None:
        """Identifiers exactly as typed; other words of the query (a town) must stand there whole."""
        terms = self.query.terms
        asked = [
            tuple(((term.key,),) if other is term else other.spellings for other in terms) for term in terms if term.key
        ]
        asked += [(((key,),),) for key in self.query.keys]
        for wanted in asked:
            answers = self._ask(Wanted(wanted))
            self._keep(answers, exact=True)
            self.has_exact = self.has_exact or bool(answers)

    def whole_words(self) -> None:
        self._keep(self._ask(Wanted(tuple(term.spellings for term in self.query.terms))))
        for key in self.query.keys:
            self._keep(self._ask(Wanted((((FOLDED_SIGN + compact_key(key),),),))))

    def beginnings(self) -> None:
        self._keep(self._ask(Wanted(self.query.beginnings(), prefix=True)))

    def meant(self) -> str | None:
        """Look for what mistyped words may have been; return the query so understood where that finds something."""
        for options in self._readings():
            answers = [
                answer
                for answer in self._ask(Wanted(tuple(tuple(option) for option in options)))
                if answer.hit.ref not in self.found
            ]
            if answers:
                cost = {answer.hit.ref: _best(options, answer.tokens) for answer in answers}
                answers.sort(key=lambda answer: (answer.hit.kind, cost[answer.hit.ref][0], answer.place))
                self._keep(answers, corrected=True)
                return min(cost.values())[1]
        return None

    def _readings(self) -> Iterator[list[Options]]:
        """Ways to read the query, the likeliest first: the nearest words, all near ones, two words that are one."""
        terms = self.query.terms
        options = [self._options(term) for term in terms]
        for reading in ([_nearest(option) for option in options], options):
            if any(len(option) > len(term.spellings) for option, term in zip(reading, terms, strict=True)):
                yield reading
        for at, (one, other) in enumerate(pairwise(terms)):
            if one.text.isalpha() and other.text.isalpha():
                whole = one.text + other.text
                joined: Options = {(word,): cost for word, cost in vocabulary.near(whole).items()}
                if vocabulary.begins_a_word(whole):
                    joined[(whole,)] = 1
                if joined:
                    yield [*options[:at], _nearest(joined), *options[at + 2 :]]

    def _options(self, term: Term) -> Options:
        """The spellings of a term with what each of them costs: none as typed, else letters changed."""
        options: Options = dict.fromkeys(term.spellings, 0)
        if term.is_word:
            for word, distance in vocabulary.near(term.text).items():
                options.setdefault((word,), distance)
            if not vocabulary.begins_a_word(term.text) and (pair := vocabulary.split(term.text)):
                options.setdefault(pair, 1)
        return options

    def hits(self) -> list[Hit]:
        order = {number: position for position, number in enumerate(self.kinds)}
        numbers = kind_numbers()
        return [found.hit for found in sorted(self.found.values(), key=lambda f: order[numbers[f.hit.kind]])]

    def opens(self) -> str | None:
        exact = {found.hit.target for found in self.found.values() if found.hit.exact}
        if len(exact) != 1:
            return None
        if any(c in self.query.text for c in "-./") or len(self.found) == 1:
            return exact.pop()
        # Digits alone may be a number typed without its punctuation: then nothing else may read the same.
        compact = FOLDED_SIGN + compact_key(self.query.text.lower())
        alike = {found.hit.target for found in self.found.values() if compact in found.tokens}
        return exact.pop() if alike <= exact else None


def _nearest(option: Options) -> Options:
    changed = [cost for cost in option.values() if cost]
    return {spelling: cost for spelling, cost in option.items() if not cost or cost == min(changed)}


def _best(options: Sequence[Options], tokens: frozenset[str]) -> tuple[int, str]:
    """What the cheapest reading of the query costs that this document bears out, and that reading."""
    readings = [
        [(cost, " ".join(spelling)) for spelling, cost in option.items() if tokens.issuperset(spelling)]
        for option in options
    ]
    best = [min(reading) for reading in readings]
    return sum(cost for cost, _ in best), " ".join(text.lstrip(KEY_SIGN + FOLDED_SIGN) for _, text in best)
