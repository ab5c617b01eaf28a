"""Chance that falls the same way every time: uniform draws from a seeded generator, taken in blocks for speed."""

import uuid
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T")
SEED = 20040630
_BLOCK = 65_536


class Chance:
    """A stream of draws that depends on its seeds alone."""

    def __init__(self, *seeds: int) -> None:
        self._generator = np.random.default_rng(seeds)
        self._draws: list[float] = []

    def share(self) -> float:
        """A number from 0 up to but not including 1."""
        if not self._draws:
            self._draws = self._generator.random(_BLOCK).tolist()[::-1]
        return self._draws.pop()

    def happens(self, probability: float) -> bool:
        """True with this probability."""
        return self.share() < probability

    def between(self, least: int, most: int) -> int:
        """A whole number from ``least`` through ``most``."""
        return least + int(self.share() * (most - least + 1))

    def pick(self, choices: Sequence[T]) -> T:
        """One of several, each as likely."""
        return choices[int(self.share() * len(choices))]

    def some(self, choices: Sequence[T], count: int) -> list[T]:
        """``count`` of several, in their order; all where there are fewer."""
        order = sorted((self.share(), place) for place in range(len(choices)))[:count]
        return [choices[place] for place in sorted(place for _, place in order)]

    def token(self) -> uuid.UUID:
        """A token as random ones look."""
        return uuid.UUID(int=int(self.share() * 2**53) << 64 | int(self.share() * 2**53), version=4)
