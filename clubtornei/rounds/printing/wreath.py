"""The drawing of a laurel wreath."""

from cmath import exp, pi
from collections.abc import Iterator

# In units of the drawing: two branches of leaves in pairs, from below up to either side.
RADIUS, LEAF, LEAVES = 40.0, 17.0, 9
BEGINS, ENDS = 0.09 * pi, 0.8 * pi
LEANS, BULGES = 0.6, 0.32  # radians: from the branch; of its length: to either side


def laurel() -> Iterator[str]:
    """The leaves of a wreath around 0, each as a path of SVG; its points are complex numbers."""
    for side in (-1, 1):
        for step in range(LEAVES):
            on_circle = exp(1j * (pi / 2 + side * (BEGINS + step * (ENDS - BEGINS) / (LEAVES - 1))))
            for leans in (-LEANS, LEANS):
                stem, along = RADIUS * on_circle, LEAF * 1j * side * on_circle * exp(1j * leans)
                bulge = BULGES * 1j * along
                yield f"M{_at(stem)}Q{_at(stem + along / 2 + bulge)} {_at(stem + along)}"
                yield f"Q{_at(stem + along / 2 - bulge)} {_at(stem)}z"


def _at(point: complex) -> str:
    return f"{point.real:.1f} {point.imag:.1f}"
