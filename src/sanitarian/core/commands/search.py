"""`sanitarian search rebuild`: index everything anew. Acts keep the index current; this is for after a restore."""

import argparse
import time

from sanitarian.core import search


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """No arguments: everything is indexed."""


def run(args: argparse.Namespace) -> int:
    began = time.monotonic()
    count = search.rebuild()
    print(f"{count:,} documents indexed in {time.monotonic() - began:.1f} s")
    return 0
