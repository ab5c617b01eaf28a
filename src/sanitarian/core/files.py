"""Files given out: shown in the browser, kept by no cache, taken for nothing but what they are."""

from typing import Any

from django.http import FileResponse, Http404


def file_response(stored: Any, *, name: str, content_type: str) -> FileResponse:
    """The answer with a stored file.

    Raises:
        Http404: the file is not in the store.
    """
    try:
        content = stored.open("rb")
    except FileNotFoundError:
        raise Http404 from None
    response = FileResponse(content, as_attachment=False, filename=name, content_type=content_type)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Cache-Control"] = "private, no-store"
    return response
