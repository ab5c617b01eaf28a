"""Small pictures to send in."""

import io

from PIL import Image


def picture(kind: str = "JPEG", size: tuple[int, int] = (12, 8), *, place: bool = False) -> bytes:
    """A picture as a phone sends it; with ``place`` it says where and by which camera it was taken."""
    image, written = Image.new("RGB", size, "green"), io.BytesIO()
    exif = image.getexif()
    if place:
        exif[0x010F] = "Made-Up Cameras"
        exif.get_ifd(0x8825).update({1: "N", 2: (42.0, 55.0, 12.0), 3: "W", 4: (76.0, 33.0, 48.0)})
    image.save(written, format=kind, exif=exif)
    return written.getvalue()
