"""What account pages say in words."""

from django import template

register = template.Library()
# The first match counts: most browsers name others too.
_BROWSERS = (("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
_SYSTEMS = (
    ("Windows", "Windows"), ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Mac OS X", "Mac"),
    ("CrOS", "Chromebook"), ("Linux", "Linux"),
)  # fmt: skip


@register.filter
def in_fours(key: str) -> str:
    """A key in groups of four characters, to be typed from."""
    return " ".join(key[start : start + 4] for start in range(0, len(key), 4))


@register.filter
def browser_name(user_agent: str) -> str:
    """What a browser says of itself, as people call it: "Firefox on Windows"."""
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), "A browser")
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), "")
    return f"{browser} on {system}" if system else browser
