"""What Article V covers."""

from typing import Any

import pytest

from sanitarian.law.scope import scope


@pytest.mark.parametrize(
    ("facts", "outcome", "pipes"),
    [
        ({"in_county": "wholly", "public_sewer": False}, "applies", None),
        ({"in_county": "partly", "public_sewer": False}, "applies", None),
        ({"in_county": "no", "public_sewer": False}, "does-not-apply", False),
        ({"in_county": "wholly", "public_sewer": True}, "does-not-apply", None),
        ({"in_county": "wholly"}, "undetermined", None),
        ({"in_county": "no"}, "does-not-apply", False),
        ({"in_county": "wholly", "municipal_spdes_plant": True}, "does-not-apply", None),
        ({"in_county": "wholly", "municipal_spdes_plant": True, "public_sewer": False}, "does-not-apply", None),
        ({"in_county": "wholly", "public_sewer": False, "lake_border_drain_pipe": True}, "applies", True),
        ({"in_county": "wholly", "public_sewer": True, "lake_border_drain_pipe": True}, "does-not-apply", True),
        ({"in_county": "partly", "lake_border_drain_pipe": True}, "undetermined", True),
        ({"in_county": "wholly", "public_sewer": False, "lake_border_drain_pipe": False}, "applies", False),
        ({"in_county": "no", "lake_border_drain_pipe": True}, "does-not-apply", False),
    ],
)
def test_scope(facts: dict[str, Any], outcome: str, pipes: bool | None) -> None:
    ruling = scope(**facts)
    assert (ruling.outcome, ruling.values) == (outcome, {"drain_pipes": pipes})


def test_a_sewered_lake_parcel_waits_for_counsel() -> None:
    assert "A-11" in scope(in_county="wholly", public_sewer=True, lake_border_drain_pipe=True).interpretations
    assert "A-11" not in scope(in_county="wholly", public_sewer=False, lake_border_drain_pipe=True).interpretations


def test_what_is_not_shown_is_named() -> None:
    (reason,) = (r for r in scope(in_county="wholly", lake_border_drain_pipe=False).not_shown)
    assert "public sewer" in reason.text
