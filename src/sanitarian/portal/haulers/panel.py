"""The part of "My page" for haulers: the firm's standing today with why, and the work."""

from sanitarian.core.actors import Actor
from sanitarian.core.dates import today
from sanitarian.portal.my.panels import Panel
from sanitarian.trades.facts import firm_standing, license_for
from sanitarian.trades.models import License
from sanitarian.trades.queries import firms_of
from sanitarian.wastewater.models import PumpOutFile
from sanitarian.wastewater.pump_out_queries import counting, files_of, pump_outs_of

TONES = {"may-work": "good", "may-not-work": "bad"}
STANDING = {"may-work": "May haul today", "may-not-work": "May not haul today"}
NOT_SHOWN = "Not shown to be permitted today"


def standing_of(actor: Actor) -> list[dict[str, object]]:
    """Each firm with what its permits say of today."""
    found = []
    for firm in firms_of(actor).prefetch_related("licenses"):
        ruling, licenses = firm_standing(firm, today()), list(firm.licenses.all())
        found.append(
            {
                "firm": firm,
                "ruling": ruling,
                "text": STANDING.get(ruling.outcome, NOT_SHOWN),
                "tone": TONES.get(ruling.outcome, "unknown"),
                "permits": [(kind.label, license_for(licenses, kind, today())) for kind in License.Kind],
            }
        )
    return found


def panel(actor: Actor) -> Panel:
    """Standing, loads of this month, files that wait for an answer."""
    context = {
        "firms": standing_of(actor),
        "this_month": counting(pump_outs_of(actor)).filter(pumped_on__gte=today().replace(day=1)).count(),
        "waiting": files_of(actor).filter(state__in=[PumpOutFile.State.PREVIEW, PumpOutFile.State.RUNNING]).count(),
    }
    return Panel("haulers/_panel.html", context)
