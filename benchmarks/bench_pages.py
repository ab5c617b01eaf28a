"""Pages of the demo county: eight people who think for two seconds between pages, then a closed loop.

Bars: p95 under 150 ms, and no page over 20 queries. Needs the demo county (`make demo` once);
starts a server of its own on a free port. Exits 1 when a bar is missed.
"""

import http.client
import os
import random
import socket
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

PEOPLE, THINK_SECONDS, SECONDS, LOOP_SECONDS = 8, 2.0, 30.0, 10.0
BAR_MS, BAR_QUERIES = 150, 20
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sanitarian.config.settings")
os.environ.setdefault("SANITARIAN_DEMO", "1")
os.environ.setdefault("SANITARIAN_VAR", str(Path(__file__).parents[1] / "var" / "demo"))

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.cached_db import SessionStore  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from sanitarian.core.actors import Role  # noqa: E402
from sanitarian.core.dates import today  # noqa: E402
from sanitarian.county.models import Municipality, Parcel  # noqa: E402
from sanitarian.parties.models import RoleGrant, User  # noqa: E402
from sanitarian.permits.models import Permit  # noqa: E402
from sanitarian.wastewater.models import Report, SystemParcel  # noqa: E402


def _addresses() -> dict[str, list[str]]:
    """Addresses by kind of page, drawn with a fixed seed."""
    draw = random.Random(7)
    parcels = list(SystemParcel.objects.values_list("parcel_id", flat=True)[:8_000])
    owners = list(Parcel.objects.exclude(street="").values_list("street", flat=True)[:4_000])
    reports = list(Report.objects.exclude(state="draft").order_by("-pk").values_list("pk", flat=True)[:300])
    waiting = list(Report.objects.filter(state="submitted").values_list("pk", flat=True)[:100])
    permits = list(Permit.objects.order_by("-pk").values_list("pk", flat=True)[:300])
    towns = list(Municipality.objects.exclude(kind="village").values_list("name", flat=True))
    year = today().year
    return {
        "today": ["/desk/"],
        "find": [f"/desk/find/?q={draw.choice(owners).replace(' ', '+')}" for _ in range(40)],
        "property": [f"/desk/property/{draw.choice(parcels)}/" for _ in range(40)],
        "due": [f"/desk/due/?year={draw.randint(year - 3, year + 3)}&town={draw.choice(towns)}" for _ in range(20)]
        + [f"/desk/due/?year={year}", "/desk/due/?status=overdue", "/desk/due/?status=unscheduled"],
        "review": ["/desk/review/", *(f"/desk/review/{pk}/" for pk in waiting)],
        "report": [f"/desk/reports/{pk}/" for pk in draw.sample(reports, min(30, len(reports)))],
        "permit": [f"/desk/permits/{pk}/" for pk in draw.sample(permits, min(30, len(permits)))],
    }


def _official() -> User:
    if "parties_rolegrant" not in connection.introspection.table_names():
        sys.exit("There is no demo county here. Run `make demo` once, or set SANITARIAN_DATABASE_URL.")
    grant = RoleGrant.objects.filter(role=Role.SANITARIAN, ends__isnull=True).select_related("user").first()
    if grant is None:
        sys.exit("There is no demo county here. Run `make demo` once, or set SANITARIAN_DATABASE_URL.")
    return grant.user


def _session(user: User) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


def _count_queries(user: User, pages: dict[str, list[str]]) -> dict[str, int]:
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(user)
    most = {}
    for kind, addresses in pages.items():
        counts = []
        for address in addresses[:12]:
            with CaptureQueriesContext(connection) as queries:
                answer = client.get(address)
            if answer.status_code != 200:
                sys.exit(f"{address} answers {answer.status_code}")
            counts.append(len(queries))
        most[kind] = max(counts)
    return most


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _get(port: int, address: str, cookie: str) -> float:
    started = time.perf_counter()
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    link.request("GET", address, headers={"Cookie": cookie, "Host": "127.0.0.1"})
    answer = link.getresponse()
    answer.read()
    link.close()
    if answer.status != 200:
        raise RuntimeError(f"{address} answers {answer.status}")
    return (time.perf_counter() - started) * 1_000


def _run(port: int, cookie: str, pages: dict[str, list[str]], seconds: float, think: float) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {kind: [] for kind in pages}
    lock, until = threading.Lock(), time.perf_counter() + seconds

    def person(number: int) -> None:
        draw = random.Random(number)
        time.sleep(draw.random() * think)
        while time.perf_counter() < until:
            kind = draw.choice(list(pages))
            took = _get(port, draw.choice(pages[kind]), cookie)
            with lock:
                times[kind].append(took)
            time.sleep(draw.uniform(0.5, 1.5) * think)

    people = [threading.Thread(target=person, args=(number,)) for number in range(PEOPLE)]
    for one in people:
        one.start()
    for one in people:
        one.join()
    return times


def _p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[18] if len(times) > 1 else max(times, default=0.0)


def _serve(port: int) -> subprocess.Popen[bytes]:
    server = subprocess.Popen([sys.executable, "-m", "sanitarian.config.cli", "serve", "--port", str(port)])
    for _ in range(100):
        time.sleep(0.2)
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1):
                return server
        except OSError:
            continue
    server.terminate()
    sys.exit("The server did not start.")


def main() -> int:
    user = _official()
    pages = _addresses()
    pages = {kind: addresses for kind, addresses in pages.items() if addresses}
    queries = _count_queries(user, pages)
    cookie, port = _session(user), _free_port()
    server = _serve(port)
    try:
        for addresses in pages.values():
            _get(port, addresses[0], cookie)
        thinking = _run(port, cookie, pages, SECONDS, THINK_SECONDS)
        closed = _run(port, cookie, pages, LOOP_SECONDS, 0.0)
    finally:
        server.terminate()
        server.wait(timeout=20)
    print(f"{'page':<10}{'queries':>8}{'p50 ms':>9}{'p95 ms':>9}")
    for kind, times in thinking.items():
        middle = statistics.median(times) if times else 0.0
        print(f"{kind:<10}{queries[kind]:>8}{middle:>9.0f}{_p95(times):>9.0f}")
    everything = [took for times in thinking.values() for took in times]
    done = sum(len(times) for times in closed.values())
    print(
        f"all pages: p95 {_p95(everything):.0f} ms with {PEOPLE} people thinking {THINK_SECONDS:.0f} s (bar {BAR_MS})"
    )
    print(f"closed loop: {done / LOOP_SECONDS:.0f} pages/s with {PEOPLE} people")
    print(f"most queries on a page: {max(queries.values())} (bar {BAR_QUERIES})")
    return int(_p95(everything) > BAR_MS or max(queries.values()) > BAR_QUERIES)


if __name__ == "__main__":
    sys.exit(main())
