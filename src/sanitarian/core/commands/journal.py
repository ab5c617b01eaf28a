"""`sanitarian journal verify`: walk the chain and say where it does not hold."""

import argparse

from sanitarian.core.journal import verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """No arguments: the whole journal is read."""


def run(args: argparse.Namespace) -> int:
    count, faults = verify()
    for fault in faults:
        print(f"entry {fault.seq}: {fault.what}")
    print(f"{count:,} entries, {len(faults):,} faults: the chain {'does not hold' if faults else 'holds'}")
    return 1 if faults else 0
