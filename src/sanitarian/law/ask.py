"""``sanitarian ask``: one rule of the code, asked about facts in JSON."""

import argparse
import sys
from pathlib import Path

from sanitarian.law.answering import answer, decoded, from_json, known_rule, law_day, printed
from sanitarian.law.registry import rules
from sanitarian.law.ruling import ImpossibleFacts, NotInForce

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
        text = _answer(options)
    except ImpossibleFacts as fault:
        sys.stderr.write("".join(f"{_on_one_line(line)}\n" for line in fault.faults))
        return WRONG_USAGE
    except NotInForce as none:  # the words of a fact's schema are the county's
        sys.stderr.write(f"{none}\n")
        return WRONG_USAGE
    sys.stdout.write(text)
    return 0


def _on_one_line(fault: str) -> str:
    """A fault quotes what was given; nothing in it may move the cursor or color the terminal."""
    line = " ".join(fault.splitlines())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in line)


def _answer(options: argparse.Namespace) -> str:
    if options.list:
        known = rules().values()
        width = max(len(rule.name) for rule in known)
        deep = max(len(rule.section) for rule in known)
        return "".join(f"{rule.name:<{width}}  {rule.section:<{deep}}  {rule.summary}\n" for rule in known)
    rule = known_rule(options.rule)
    if options.schema:
        return printed(rule.schema())
    law_of = law_day(options.law_of, "--law-of")
    return printed(answer(rule, from_json(_text(options.facts)), law_of))


def _text(file: str | None) -> str:
    if file in {None, "-"} and sys.stdin is None:
        raise ImpossibleFacts("facts: standard input is closed; give the facts there or name a file with --facts")
    try:
        data = sys.stdin.buffer.read() if file in {None, "-"} else Path(str(file)).read_bytes()
    except OSError as error:
        raise ImpossibleFacts(f"--facts: {file} cannot be read ({error.strerror}); name a file with JSON") from None
    return decoded(data)


def main() -> int:
    """Run the command by itself."""
    parser = argparse.ArgumentParser(prog="sanitarian ask", description="Ask a rule of the code about a set of facts.")
    add_arguments(parser)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
