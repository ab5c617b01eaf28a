"""A photograph is kept as what is seen in it, and as nothing else."""

import io
import random
import struct
import zlib
from typing import Any

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from sanitarian.core import pictures
from sanitarian.core.pictures import NotAPicture, clean_picture

GPS, ORIENTATION, MAKER = 0x8825, 0x0112, 0x010F
SECRET = b"Canary-42-West-Lake"


def _exif(**tags: Any) -> Image.Exif:
    exif = Image.Exif()
    exif[MAKER] = SECRET.decode()
    place = exif.get_ifd(GPS)
    place[1], place[2] = "N", (42.0, 54.0, 12.5)
    place[29] = SECRET.decode()
    exif[ORIENTATION] = tags.get("orientation", 1)
    return exif


def _corner(size: tuple[int, int] = (80, 40)) -> Image.Image:
    """Blue, with a red square in the upper left corner."""
    image = Image.new("RGB", size, "blue")
    image.paste("red", (0, 0, size[0] // 4, size[1] // 4))
    return image


def _saved(image: Image.Image, kind: str = "JPEG", **options: Any) -> bytes:
    written = io.BytesIO()
    image.save(written, format=kind, **options)
    return written.getvalue()


def _opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


def _is_red(image: Image.Image, at: tuple[int, int]) -> bool:
    red, _, blue = image.convert("RGB").getpixel(at)  # type: ignore[misc]
    return red > 150 and blue < 100


def test_a_photograph_loses_its_place_camera_comment_and_what_follows_it() -> None:
    sent = _saved(_corner(), exif=_exif(), comment=SECRET, icc_profile=SECRET * 20) + SECRET
    assert sent.count(SECRET) > 20
    kept = clean_picture(sent)
    assert SECRET not in kept.content
    assert b"Exif" not in kept.content
    image = _opened(kept.content)
    assert dict(image.getexif()) == {}
    assert "icc_profile" not in image.info
    assert "comment" not in image.info
    assert (kept.content_type, kept.extension, kept.width, kept.height) == ("image/jpeg", "jpg", 80, 40)


def test_a_drawing_loses_its_texts_and_keeps_its_kind() -> None:
    texts = PngInfo()
    texts.add_text("Author", SECRET.decode())
    texts.add_itxt("Location", SECRET.decode())
    sent = _saved(_corner(), "PNG", pnginfo=texts, exif=_exif())
    assert SECRET in sent
    kept = clean_picture(sent)
    assert SECRET not in kept.content
    assert kept.content_type == "image/png"
    assert set(_opened(kept.content).info) <= {"dpi"}


@pytest.mark.parametrize(
    ("orientation", "corner", "size"),
    [(1, (2, 2), (80, 40)), (3, (77, 37), (80, 40)), (6, (37, 2), (40, 80)), (8, (2, 77), (40, 80))],
)
def test_a_photograph_stands_as_it_was_seen(orientation: int, corner: tuple[int, int], size: tuple[int, int]) -> None:
    kept = _opened(clean_picture(_saved(_corner(), exif=_exif(orientation=orientation), quality=95)).content)
    assert kept.size == size
    assert _is_red(kept, corner)
    assert not _is_red(kept, (size[0] // 2, size[1] // 2))


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_drawings_of_every_mode_are_taken(mode: str) -> None:
    kept = clean_picture(_saved(Image.new("L", (9, 7)).convert(mode), "PNG"))
    assert (kept.width, kept.height) == (9, 7)


def test_what_is_transparent_stays_so() -> None:
    drawing = Image.new("P", (4, 4), 0)
    kept = _opened(clean_picture(_saved(drawing, "PNG", transparency=0)).content)
    assert kept.convert("RGBA").getpixel((1, 1))[3] == 0  # type: ignore[index]


def test_a_photograph_for_print_becomes_one_for_screens() -> None:
    assert _opened(clean_picture(_saved(Image.new("CMYK", (8, 8)))).content).mode == "RGB"


def test_a_large_photograph_is_made_smaller_and_keeps_its_shape() -> None:
    kept = clean_picture(_saved(_corner((6_000, 3_000))))
    assert (kept.width, kept.height) == (4_096, 2_048)


@pytest.mark.parametrize("kind", ["GIF", "BMP", "TIFF", "WEBP", "ICO"])
def test_other_kinds_of_pictures_are_refused_whatever_they_are_called(kind: str) -> None:
    with pytest.raises(NotAPicture, match="not a JPEG or PNG"):
        clean_picture(_saved(Image.new("RGB", (16, 16)), kind))


@pytest.mark.parametrize(
    "content",
    [
        b"%PDF-1.7 a document", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"\xff\xd8\xff\xe0",
        b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff<script>alert(1)</script>", b"PK\x03\x04",
    ],
)  # fmt: skip
def test_a_file_that_only_begins_like_a_picture_is_refused(content: bytes) -> None:
    with pytest.raises(NotAPicture, match="not a JPEG or PNG"):
        clean_picture(content)


def test_an_empty_file_and_one_too_large_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = _saved(_corner())
    monkeypatch.setattr(pictures, "PICTURE_LIMIT", len(sent))
    assert clean_picture(sent)
    for content in (b"", sent + b"x"):
        with pytest.raises(NotAPicture, match="empty or larger"):
            clean_picture(content)


def _png_of(width: int, height: int) -> bytes:
    """A few bytes that claim to be a picture of this size."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")


@pytest.mark.parametrize(("width", "height"), [(10_000, 6_001), (65_000, 65_000)])
def test_a_picture_that_would_fill_the_memory_is_refused_unread(width: int, height: int) -> None:
    with pytest.raises(NotAPicture):
        clean_picture(_png_of(width, height))


def test_a_small_file_of_compressed_text_is_refused() -> None:
    texts = PngInfo()
    texts.add_text("Comment", "A" * 80_000_000, zip=True)
    with pytest.raises(NotAPicture):
        clean_picture(_saved(_corner(), "PNG", pnginfo=texts))


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_damaged_pictures_are_refused_or_repaired_and_break_nothing(kind: str) -> None:
    sent = bytearray(_saved(_corner(), kind, exif=_exif()))
    chance = random.Random(kind)
    refused = 0
    for _ in range(400):
        damaged = sent[: chance.randrange(4, len(sent))] if chance.random() < 0.3 else bytearray(sent)
        for _ in range(chance.randrange(1, 6)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        try:
            clean_picture(bytes(damaged))
        except NotAPicture:
            refused += 1
    assert refused > 50
