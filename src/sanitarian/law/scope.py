"""What Article V covers (V.I.B, V.I.C)."""

from datetime import date
from typing import Annotated

from sanitarian.law.facts import one_of
from sanitarian.law.registers import county_name, law_version
from sanitarian.law.registry import rule
from sanitarian.law.ruling import Reason, Ruling
from sanitarian.law.schedule import schedule


@rule("scope", "V.I", "Whether Article V covers a parcel's system and its drain pipes")
def scope(
    *,
    in_county: Annotated[str, one_of("wholly", "partly", "no"), "how far the system lies in the county"],
    public_sewer: Annotated[bool | None, "the property uses a public sewer"] = None,
    municipal_spdes_plant: Annotated[bool, "it is a municipal plant with a State (SPDES) permit"] = False,
    lake_border_drain_pipe: Annotated[bool | None, "a private drain pipe borders a lake"] = None,
    law_of: date | None = None,
) -> Ruling:
    """``applies``, ``does-not-apply``, or ``undetermined`` where the public sewer is not shown.

    ``drain_pipes`` says whether the drain pipes are covered, sewered or not (A-11); None where no pipe is shown.
    """
    code = law_version(law_of, "V")
    inside = in_county != "no"
    where = {"wholly": "lies wholly in", "partly": "lies partly in", "no": "lies in"}[in_county]
    reasons = [Reason(inside, f"The system {where} {county_name()}.", "V.I.C.1" if inside else "V.I.C.2")]
    outcome = "does-not-apply"
    if inside:
        plant = "It is a municipal treatment plant with a State permit."
        reasons.append(Reason(bool(municipal_spdes_plant), plant, "V.I.C.1"))
        if not municipal_spdes_plant:
            reasons.append(Reason(public_sewer, "The property uses a public sewer.", "V.I.B"))
            outcome = {True: "does-not-apply", False: "applies", None: "undetermined"}[public_sewer]
    pipes = lake_border_drain_pipe if inside else False
    if inside:
        cite = "A-11" if pipes and outcome != "applies" else "V.I.C.4"
        reasons.append(Reason(pipes, f"A private drain pipe borders {schedule(law_of).either_lake}.", cite))
    return Ruling("scope", outcome, {"drain_pipes": pipes}, tuple(reasons), code)
