"""A ruling as a page shows it: one plain sentence, its values in words, the readings that it leans on."""

from dataclasses import dataclass

from sanitarian.core.templatetags.sanitarian import in_words
from sanitarian.law.registers import Interpretation, interpretations
from sanitarian.law.ruling import Ruling
from sanitarian.law.words import Words
from sanitarian.portal.code.wording import Said, said, value_in_words


@dataclass(frozen=True, slots=True)
class Answer:
    """``values`` are labels, each with what it says; what does not apply is left out."""

    sentence: str
    values: tuple[tuple[str, Said], ...]
    readings: tuple[Interpretation, ...]
    ruling: Ruling

    @property
    def awaits_counsel(self) -> bool:
        """Whether it leans on a reading on which county counsel has not spoken."""
        return any(reading.status == "counsel_review" for reading in self.readings)


def answer_of(ruling: Ruling, wording: Words) -> Answer:
    """The answer for a page."""
    sentence = wording.outcomes.get(ruling.outcome) or f"{in_words(ruling.outcome)}."
    values = tuple(
        (wording.values.get(name) or in_words(name), said(value_in_words(name, value, wording)))
        for name, value in ruling.values.items()
        if value is not None
    )
    known = interpretations()
    readings = tuple(known[cite] for cite in ruling.interpretations if cite in known)
    return Answer(sentence, values, readings, ruling)
