"""Photographs that people send: decoded, turned upright and written anew, so that only what is seen is kept.

Where a photograph was taken, by which camera and when, its comments and its colour profile stay behind, and so does
whatever hides after the picture's end. What cannot be decoded as a JPEG or PNG image is refused.
"""

import hashlib
import io
import struct
import zlib
from dataclasses import dataclass

from PIL import Image, ImageOps

PICTURE_LIMIT = 20 * 1024 * 1024
"""Bytes of a file as it is sent."""
PIXEL_LIMIT = 60_000_000
"""Pixels of a picture as it is sent: beyond the cameras of phones, below what fills a server's memory."""
LONGER_SIDE = 4_096
"""Pixels of the longer side as it is kept; larger pictures are made smaller."""

_JPEG_QUALITY = 88
_PLAIN_MODES = {"JPEG": {"L", "RGB"}, "PNG": {"1", "L", "LA", "RGB", "RGBA"}}
_ORIENTATION = 0x0112
# What decoders raise on files that are damaged or made to harm; a warning comes as an exception where asked for.
_BROKEN = (
    *(OSError, SyntaxError, ValueError, TypeError, LookupError, EOFError, ArithmeticError, MemoryError),
    *(struct.error, zlib.error, Image.DecompressionBombError, AttributeError, Warning),
)


class NotAPicture(ValueError):
    """The file is not taken; the message says why, and what would be."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is kept: nothing but its pixels. ``sha256`` is the digest of ``content``."""

    content: bytes
    content_type: str
    extension: str
    width: int
    height: int

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def clean_picture(content: bytes) -> Picture:
    """The picture in these bytes, upright, at most ``LONGER_SIDE`` wide or high, without anything that is not seen.

    Raises:
        NotAPicture: empty, too large, of another kind, or damaged.
    """
    if not content or len(content) > PICTURE_LIMIT:
        raise NotAPicture("The file is empty or larger than 20 MB. Choose a smaller one.")
    try:
        with Image.open(io.BytesIO(content), formats=["JPEG", "PNG"]) as sent:
            if sent.width * sent.height > PIXEL_LIMIT:
                raise NotAPicture(
                    f"The picture has {sent.width * sent.height // 1_000_000} million pixels. "
                    f"At most {PIXEL_LIMIT // 1_000_000} million can be taken: make it smaller and send it again."
                )
            return _written_anew(sent)
    except NotAPicture:
        raise
    except _BROKEN:
        raise NotAPicture(
            "The file is not a JPEG or PNG picture, or it is damaged. Save the photograph as JPEG and send it again; "
            "an iPhone does so when its camera is set to “Most Compatible”."
        ) from None


def _written_anew(sent: Image.Image) -> Picture:
    kind = "PNG" if sent.format == "PNG" else "JPEG"  # a phone's JPEG with several frames calls itself MPO
    turned = _orientation(sent)
    sent.draft("RGB", (LONGER_SIDE, LONGER_SIDE))
    image = sent.convert(_plain_mode(sent, kind))
    image.thumbnail((LONGER_SIDE, LONGER_SIDE))
    image.info = {}
    if turned != 1:
        image.getexif()[_ORIENTATION] = turned
        image = ImageOps.exif_transpose(image)
    clean = Image.frombytes(image.mode, image.size, image.tobytes())
    written = io.BytesIO()
    clean.save(written, format=kind, **({"quality": _JPEG_QUALITY} if kind == "JPEG" else {}))
    return Picture(
        content=written.getvalue(),
        content_type=f"image/{kind.lower()}",
        extension="jpg" if kind == "JPEG" else "png",
        width=clean.width,
        height=clean.height,
    )


def _plain_mode(sent: Image.Image, kind: str) -> str:
    if sent.mode in _PLAIN_MODES[kind]:
        return sent.mode
    see_through = kind == "PNG" and (sent.mode in {"PA", "RGBa", "La"} or "transparency" in sent.info)
    return "RGBA" if see_through else "RGB"


def _orientation(sent: Image.Image) -> int:
    """How the camera was held, as EXIF counts it from 1 to 8; upright where that cannot be read."""
    try:
        turned = sent.getexif().get(_ORIENTATION, 1)
    except _BROKEN:
        return 1
    return turned if turned in range(1, 9) else 1
