"""Facts in which something is not shown, and the same facts with more of them shown."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

FLAGS = st.sampled_from([True, False, None])


@st.composite
def refined(draw: st.DrawFn, kinds: Mapping[str, st.SearchStrategy[Any]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two sets of facts: what the first leaves open, the second may show."""
    whole = {name: draw(kind) for name, kind in kinds.items()}
    hidden = draw(st.sets(st.sampled_from(sorted(kinds))))
    return {name: None if name in hidden else value for name, value in whole.items()}, whole
