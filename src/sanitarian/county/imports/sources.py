"""Opens a file by its kind, alone, in a folder or in a zip, and never one data set twice."""

import hashlib
import zipfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from sanitarian.county.imports.findings import ImportRefused, Notices
from sanitarian.county.imports.sheets import open_csv, open_xlsx
from sanitarian.county.imports.spatial import GeoJsonLayer, SpatialLayer
from sanitarian.county.imports.table import Source

_KINDS = {
    ".gpkg": "spatial",
    ".shp": "spatial",
    ".gdb": "spatial",
    ".geojson": "geojson",
    ".json": "geojson",
    ".csv": "csv",
    ".txt": "csv",
    ".xlsx": "xlsx",
}
_TWINS = "the same data set lies in {place} more than once; it was read once"
_BLOCK = 1 << 20


@dataclass(frozen=True)
class _Member:
    """A data set inside a zip or folder: its path there and a fingerprint of its main part."""

    path: str
    digest: str

    @property
    def kind(self) -> str:
        return _KINDS[PurePosixPath(self.path).suffix.lower()]


def open_source(path: Path, layer: str | None = None) -> Source:
    """Open a county file.

    Raises:
        ImportRefused: it is missing, of an unknown kind, unreadable, or holds several data sets and none was named.
    """
    if not path.exists():
        raise ImportRefused(f"There is no file {path}.")
    suffix = path.suffix.lower()
    if path.is_dir() and suffix != ".gdb":
        return _open_folder(path, layer)
    if suffix == ".zip":
        return _open_zip(path, layer)
    if suffix not in _KINDS or (suffix == ".gdb") != path.is_dir():
        raise ImportRefused(
            f"{path.name} is of a kind that is not read. Kinds are GeoPackage (.gpkg), Shapefile (.shp, or zipped), "
            "FileGDB (.gdb), GeoJSON (.geojson), CSV (.csv) and Excel (.xlsx)."
        )
    return _open(_KINDS[suffix], str(path), path.name, layer, path)


def _open(kind: str, gdal_path: str, name: str, layer: str | None, path: Path | zipfile.Path) -> Source:
    if kind == "spatial":
        return SpatialLayer(gdal_path, name, layer)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ImportRefused(f"{name} cannot be read: {error.strerror}.") from None
    if kind == "geojson":
        return GeoJsonLayer(gdal_path, name, layer, content)
    return open_csv(content, name) if kind == "csv" else open_xlsx(content, name, layer)


def _open_zip(path: Path, layer: str | None) -> Source:
    try:
        with zipfile.ZipFile(path) as archive:
            entries = [(entry.filename, f"{entry.file_size}-{entry.CRC}") for entry in archive.infolist()]
    except zipfile.BadZipFile:
        raise ImportRefused(f"{path.name} is not a readable zip file; it may not have been downloaded whole.") from None
    notices = Notices()
    member, layer = _chosen(entries, path.name, layer, notices)
    inside = zipfile.Path(path, member.path)
    source = _open(member.kind, f"/vsizip/{path.resolve()}/{member.path}", member.path, layer, inside)
    source.notices.texts.update(notices.texts)
    return source


def _open_folder(path: Path, layer: str | None) -> Source:
    files = [file for file in path.rglob("*") if file.is_file()]
    entries = [(file.relative_to(path).as_posix(), _main_part_digest(file)) for file in files]
    notices = Notices()
    member, layer = _chosen(entries, path.name, layer, notices)
    found = path / member.path
    source = _open(member.kind, str(found), member.path, layer, found)
    source.notices.texts.update(notices.texts)
    return source


def _main_part_digest(file: Path) -> str:
    return file_digest(file) if file.suffix.lower() in _KINDS else ""


def _chosen(
    entries: list[tuple[str, str]], place: str, layer: str | None, notices: Notices
) -> tuple[_Member, str | None]:
    """The one data set among the entries of a zip or folder; a twin or a zip of it beside it is left out."""
    members = _members(entries)
    if any(name.lower().endswith(".zip") for name, _ in entries):
        notices.add(f"{place} holds another zip file; it was left out")
    distinct: dict[str, _Member] = {}
    for member in members:
        distinct.setdefault(member.digest, member)
    if len(distinct) < len(members):
        notices.add(_TWINS.format(place=place))
    found = list(distinct.values())
    if len(found) > 1 and layer is not None:
        named = [member for member in found if layer in {member.path, PurePosixPath(member.path).stem}]
        found, layer = (named, None) if named else (found, layer)
    if not found:
        raise ImportRefused(f"{place} holds no file that is read here; if it holds a zip file, unpack that first.")
    if len(found) > 1:
        listed = ", ".join(member.path for member in found)
        raise ImportRefused(f"{place} holds several data sets: {listed}. Name one with --layer.")
    return found[0], layer


def _members(entries: list[tuple[str, str]]) -> list[_Member]:
    members: dict[str, _Member] = {}
    for name, digest in sorted(entries):
        parts = PurePosixPath(name).parts
        if "__MACOSX" in parts or PurePosixPath(name).name.startswith("."):
            continue
        database = next((place for place, part in enumerate(parts) if part.lower().endswith(".gdb")), None)
        if database is not None:
            path = "/".join(parts[: database + 1])
            members.setdefault(path, _Member(path, path))
        elif PurePosixPath(name).suffix.lower() in set(_KINDS) - {".gdb", ".txt"}:
            members[name] = _Member(name, digest)
    return list(members.values())


def file_digest(path: Path) -> str:
    """SHA-256 of a file, or of all files of a folder in the order of their names."""
    reckoned = hashlib.sha256()
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if not file.is_file():
            continue
        if path.is_dir():
            reckoned.update(file.relative_to(path).as_posix().encode())
        with file.open("rb") as stream:
            while block := stream.read(_BLOCK):
                reckoned.update(block)
    return reckoned.hexdigest()
