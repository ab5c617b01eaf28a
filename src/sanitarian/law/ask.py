"""``sanitarian ask``: one rule of the code, asked about facts in JSON."""

import argparse
import json
import sys
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from sanitarian.law.registry import Rule, rules
from sanitarian.law.ruling import ImpossibleFacts, NotInForce, Ruling

WRONG_USAGE = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("rule", nargs="?", metavar="RULE", help="the rule to ask; see --list")
    parser.add_argument("--list", action="store_true", help="name every rule with its section")
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of the rule's facts")
    parser.add_argument("--facts", metavar="FILE", help="read the facts from a file instead of standard input")
    parser.add_argument("--law-of", metavar="DATE", help="apply the law of this day; otherwise the newest")


def run(options: argparse.Namespace) -> int:
    """Answer on standard output; 0, or 2 with a line for every fault on standard error."""
    try:
        answer = _answer(options)
    except ImpossibleFacts as fault:
        sys.stderr.write("".join(f"{' '.join(line.splitlines())}\n" for line in fault.faults))
        return WRONG_USAGE
    except NotInForce as none:  # the words of a fact's schema are the county's
        sys.stderr.write(f"{none}\n")
        return WRONG_USAGE
    sys.stdout.write(answer + "\n")
    return 0


def _answer(options: argparse.Namespace) -> str:
    if options.list:
        known = rules().values()
        width = max(len(rule.name) for rule in known)
        deep = max(len(rule.section) for rule in known)
        return "\n".join(f"{rule.name:<{width}}  {rule.section:<{deep}}  {rule.summary}" for rule in known)
    rule = _rule(options.rule)
    if options.schema:
        return json.dumps(rule.schema(), indent=2)
    law_of = _day(options.law_of) if options.law_of is not None else None
    given = _json(_text(options.facts))
    if isinstance(given, list):
        return json.dumps([ruling.to_json() for ruling in _each(rule, given, law_of)], indent=2)
    return json.dumps(_one(rule, given, law_of).to_json(), indent=2)


def _rule(name: str | None) -> Rule:
    if name is None:
        raise ImpossibleFacts("RULE: name the rule to ask; 'sanitarian ask --list' shows them")
    if name not in rules():
        raise ImpossibleFacts(f"RULE: there is no rule {name!r}; 'sanitarian ask --list' shows them")
    return rules()[name]


def _day(text: str) -> date:
    from sanitarian.law.facts import Day

    return Day().read(text, "--law-of")


def _one(rule: Rule, given: Any, law_of: date | None) -> Ruling:
    if not isinstance(given, dict):
        raise ImpossibleFacts("facts: give one JSON object of facts, or an array of such objects")
    return rule.ask(given, law_of)


def _each(rule: Rule, given: list[Any], law_of: date | None) -> list[Ruling]:
    rulings: list[Ruling] = []
    faults: list[str] = []
    for index, item in enumerate(given):
        try:
            rulings.append(_one(rule, item, law_of))
        except ImpossibleFacts as fault:
            faults += [f"[{index}] {line}" for line in fault.faults]
    if faults:
        raise ImpossibleFacts(*faults)
    return rulings


def _text(file: str | None) -> str:
    if file in {None, "-"} and sys.stdin is None:
        raise ImpossibleFacts("facts: standard input is closed; give the facts there or name a file with --facts")
    try:
        data = sys.stdin.buffer.read() if file in {None, "-"} else Path(str(file)).read_bytes()
    except OSError as error:
        raise ImpossibleFacts(f"--facts: {file} cannot be read ({error.strerror}); name a file with JSON") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ImpossibleFacts("facts: the input is not text in UTF-8; save it as UTF-8") from None


def _json(text: str) -> Any:
    try:
        return json.loads(text, parse_float=_decimal, parse_constant=_no_number, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise ImpossibleFacts(f"facts: the input is not JSON ({error.msg} at {place}); correct it") from None
    except RecursionError:
        raise ImpossibleFacts("facts: the input is nested too deeply; give an object of facts") from None
    except ImpossibleFacts:
        raise
    except ValueError:  # a whole number of thousands of digits
        raise ImpossibleFacts("facts: a number in the input is too long; check it") from None


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise ImpossibleFacts(f"facts: {text[:40]} is no number that can be reckoned with; check it") from None


def _no_number(text: str) -> Any:
    raise ImpossibleFacts(f"facts: {text} is not JSON; leave out what is not shown")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    from sanitarian.law.facts import shortened

    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = [shortened(name) for name in found if names.count(name) > 1]
        raise ImpossibleFacts(*(f"{name}: this fact is given twice; give it once" for name in twice))
    return found


def main() -> int:
    """Run the command by itself."""
    parser = argparse.ArgumentParser(prog="sanitarian ask", description="Ask a rule of the code about a set of facts.")
    add_arguments(parser)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
