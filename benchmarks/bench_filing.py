"""Fifty filers at once, over HTTP, on SQLite: each types a report that saves itself, then all submit in one moment.

Bars: no save and no report lost, every answer in 20 s (the busy time-out), half of the saves within 2 s although nobody
pauses. The server is a real `sanitarian serve` with two workers. `--filers N`, `--saves N` choose other sizes. Exits 1
when a bar is missed.
"""

import argparse
import os
import re
import statistics
import sys
import tempfile
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parents[1]
BAR_ANSWER_SECONDS, BAR_MEDIAN_SECONDS = 20.0, 2.0
SCRATCH = Path(tempfile.mkdtemp(prefix="sanitarian-bench-"))
os.environ["SANITARIAN_VAR"] = str(SCRATCH)
os.environ["SANITARIAN_DATABASE_URL"] = f"sqlite:///{SCRATCH / 'filing.sqlite3'}"
os.environ["DJANGO_SETTINGS_MODULE"] = "sanitarian.config.settings"
sys.path.insert(0, str(ROOT))

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from tests.places import parcel  # noqa: E402
from tests.served import Server, signed_in  # noqa: E402
from tests.wastewater.cases import fields, inspector  # noqa: E402

from sanitarian.core import journal  # noqa: E402
from sanitarian.core.actors import Role  # noqa: E402
from sanitarian.parties.models import RoleGrant, User  # noqa: E402
from sanitarian.wastewater.acts.reports import start_report  # noqa: E402
from sanitarian.wastewater.models import Report  # noqa: E402


class Filer:
    """Somebody with a draft: types it, then submits it; notes how long each answer took."""

    def __init__(self, number: int) -> None:
        who = inspector()
        user = User.objects.create_user(f"filer{number}@inspections.example", None, name=f"Filer {number}")
        RoleGrant.objects.create(user=user, role=Role.INSPECTOR, party=who.party, starts=date(2020, 1, 1))
        typed = fields(None, parcel("Genoa")) | {"inspector": who}
        self.report = start_report(user.actor(), token=uuid.uuid4(), **typed)
        self.session, self.page, self.version = signed_in(user), str(uuid.uuid4()), "1"
        self.took: list[float] = []
        self.last = ""

    def type_on(self, server: Server, saves: int) -> None:
        address = f"/my/reports/{self.report.pk}/system/"
        for turn in range(saves):
            self.last = f"bath {turn}"
            typed = {"do": "autosave", "page": self.page, "version": self.version, "fixtures": self.last}
            began = time.perf_counter()
            answer = server.request(self.session, "POST", address, typed)
            self.took.append(time.perf_counter() - began)
            found = re.search(r'id="version" value="(\d+)"', answer.text)
            self.version = found.group(1) if found else self.version

    def submit(self, server: Server, together: threading.Barrier) -> float:
        together.wait()
        began = time.perf_counter()
        server.request(self.session, "POST", f"/my/reports/{self.report.pk}/submit/", {"version": self.version})
        return time.perf_counter() - began


def main() -> int:
    """Run both halves; print the figures beside their bars."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--filers", type=int, default=50)
    parser.add_argument("--saves", type=int, default=20)
    asked = parser.parse_args()
    call_command("migrate", verbosity=0, interactive=False)
    filers = [Filer(number) for number in range(asked.filers)]
    server = Server(SCRATCH)
    server.start()
    try:
        with ThreadPoolExecutor(asked.filers) as pool:
            began = time.perf_counter()
            list(pool.map(lambda filer: filer.type_on(server, asked.saves), filers))
            saving = time.perf_counter() - began
            together = threading.Barrier(asked.filers)
            began = time.perf_counter()
            submits = list(pool.map(lambda filer: filer.submit(server, together), filers))
            submitting = time.perf_counter() - began
    finally:
        server.kill()
    return _tell(filers, saving, submits, submitting)


def _tell(filers: list[Filer], saving: float, submits: list[float], submitting: float) -> int:
    saves = [took for filer in filers for took in filer.took]
    fixtures = dict(Report.objects.values_list("pk", "fixtures"))
    lost = sum(fixtures[filer.report.pk] != filer.last for filer in filers)
    lost += len(filers) - Report.objects.filter(state="submitted").values("number").distinct().count()
    slowest, median = max([*saves, *submits]), statistics.median(saves)
    p95 = statistics.quantiles(saves, n=20)[-1]
    print(f"{len(filers)} filers, {len(saves)} saves in {saving:.1f} s: {len(saves) / saving:.0f} a second")
    print(f"  a save: median {median:.2f} s (bar {BAR_MEDIAN_SECONDS:.0f} s), 95 % within {p95:.2f} s")
    print(f"{len(filers)} reports submitted at once in {submitting:.1f} s; the last after {max(submits):.1f} s")
    print(f"  slowest answer {slowest:.1f} s (bar {BAR_ANSWER_SECONDS:.0f} s); lost: {lost} (bar 0)")
    sound = not journal.verify()[1]
    print(f"  journal: {'whole' if sound else 'BROKEN'}")
    return 0 if not lost and sound and slowest <= BAR_ANSWER_SECONDS and median <= BAR_MEDIAN_SECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
