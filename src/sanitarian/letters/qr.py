"""QR codes for papers."""

from functools import lru_cache

import segno

_MASK = 3  # a fixed mask makes a code four times faster to draw; every reader takes any of the eight


@lru_cache(maxsize=512)
def qr_svg(address: str) -> str:
    """An SVG picture of the QR code that opens ``address``, with its quiet zone."""
    code = segno.make(address, error="m", mask=_MASK, micro=False)
    return code.svg_inline(border=2, omitsize=True, dark="#000", light="#fff")
