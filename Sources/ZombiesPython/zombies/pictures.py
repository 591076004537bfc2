"""Pictures of what a player sees, as text and as pixels: the letters of `zombies replay`, and the shapes of
`zombies draw`. They need only NumPy.

Each shape is a function of distances: how far each pixel is from the shape, negative inside of it. So edges are smooth
at any size.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Callable, Optional, Sequence

import numpy as np
from numpy.typing import NDArray

from .constants import Square

Field = NDArray[np.float64]
Point = tuple[float, float]

#: The letters of squares in a text.
LETTERS = {
    Square.UNKNOWN: "?",
    Square.FLOOR: ".",
    Square.WALL: " ",
    Square.BLOCK: "#",
    Square.ZOMBIE: "Z",
    Square.FLASHLIGHT: "F",
    Square.SIGNPOST: "S",
    Square.PLAYER: "P",
}

#: The width and height of a square in pixels.
PIXELS = 40

#: The colours of `zombies draw` on a light page.
COLORS = {
    "back": "#f6f3ea",
    "ink": "#1c1d22",
    "card": "#fffdf7",
    "lit": "#fff3cf",
    "dim": "#dde1ea",
    "unseen": "#23252f",
    "grid": "#7d7a70",
    "start": "#3469ba",
    "signpost": "#9a0a18",
    "zombie": "#166443",
    "block": "#3f3f3f",
    "flashlight": "#8e7023",
    "thing": "#ffffff",
}


def draw_ansi(squares: Any, is_lit: bool, heard: Optional[int]) -> str:
    """A line for each row of (rows, columns) squares, and one about the light.

    Args:
        heard: The number of zombies heard; None if there is nothing to hear.
    """
    lines = ["".join(LETTERS[Square(int(square))] for square in row).rstrip() for row in squares]
    light = "lit" if is_lit else "dark" if heard is None else f"dark, heard {heard}"
    return "\n".join([*lines, light]) + "\n"


def draw_rgb(squares: Any, is_lit: bool, heard: Optional[int]) -> NDArray[np.uint8]:
    """The picture of (rows, columns) squares: (rows * PIXELS, columns * PIXELS, 3) uint8."""
    rows, columns = squares.shape
    picture = np.empty((rows, PIXELS, columns, PIXELS, 3), np.uint8)
    for row in range(rows):
        for column in range(columns):
            square = int(squares[row, column])
            number = heard if square == Square.PLAYER else None
            picture[row, :, column] = _square(square, is_lit, number)
    return picture.reshape(rows * PIXELS, columns * PIXELS, 3)


@lru_cache(maxsize=256)
def _square(square: int, is_lit: bool, heard: Optional[int]) -> NDArray[np.uint8]:
    """The picture of one square: (PIXELS, PIXELS, 3) uint8."""
    if square == Square.WALL:
        floor = "back"
    elif square == Square.UNKNOWN:
        floor = "unseen"
    else:
        floor = "lit" if is_lit else "dim"
    canvas = Canvas(floor)
    if square != Square.WALL:
        canvas.paint("grid", -rectangle(0.015, 0.015, 0.97, 0.97)(canvas.x, canvas.y))
    if square in SHAPES:
        SHAPES[square](canvas)
    if heard is not None:
        canvas.text(str(heard), 0.8, 0.08, "ink")
    return canvas.bytes()


# MARK: Shapes

Shape = Callable[[Field, Field], Field]


def circle(x: float, y: float, radius: float) -> Shape:
    """A disc."""
    return lambda u, v: np.hypot(u - x, v - y) - radius


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0) -> Shape:
    """A rectangle with round corners."""

    def distance(u: Field, v: Field) -> Field:
        across = abs(u - x - width / 2) - width / 2 + radius
        along = abs(v - y - height / 2) - height / 2 + radius
        outside = np.hypot(np.maximum(across, 0), np.maximum(along, 0))
        return outside + np.minimum(np.maximum(across, along), 0) - radius

    return distance


def line(points: Sequence[Point], width: float) -> Shape:
    """A line through points, with round ends."""

    def distance(u: Field, v: Field) -> Field:
        best = np.full_like(u, np.inf)
        for (ax, ay), (bx, by) in zip(points, points[1:]):
            dx, dy = bx - ax, by - ay
            share = np.clip(((u - ax) * dx + (v - ay) * dy) / max(dx * dx + dy * dy, 1e-12), 0, 1)
            best = np.minimum(best, np.hypot(u - ax - share * dx, v - ay - share * dy))
        return best - width / 2

    return distance


def polygon(points: Sequence[Point]) -> Shape:
    """The inside of a closed line."""
    closed = [*points, points[0]]

    def distance(u: Field, v: Field) -> Field:
        inside = np.zeros(u.shape, np.bool_)
        for (ax, ay), (bx, by) in zip(closed, closed[1:]):
            if ay != by:
                inside ^= ((ay > v) != (by > v)) & (u < (bx - ax) * (v - ay) / (by - ay) + ax)
        edge = line(closed, 0)(u, v)
        return np.where(inside, -edge, edge)

    return distance


def union(*shapes: Shape) -> Shape:
    """Everything in one of the shapes."""

    def distance(u: Field, v: Field) -> Field:
        least: Field = np.minimum.reduce([shape(u, v) for shape in shapes])
        return least

    return distance


class Canvas:
    """The pixels of one square, whose sides have the length 1."""

    def __init__(self, color: str) -> None:
        places = (np.arange(PIXELS) + 0.5) / PIXELS
        self.x, self.y = np.meshgrid(places, places)
        self.pixels = np.empty((PIXELS, PIXELS, 3))
        self.pixels[:] = _color(color)

    def paint(self, color: str, distance: Field) -> None:
        """Paints the pixels inside a shape, and partly those on its edge."""
        share = np.clip(0.5 - distance * PIXELS, 0, 1)[..., None]
        self.pixels += share * (_color(color) - self.pixels)

    def fill(self, color: str, shape: Shape, halo: float = 0) -> None:
        """Paints a shape, before it the space around it if a width is given."""
        distance = shape(self.x, self.y)
        if halo:
            self.paint("card", distance - halo)
        self.paint(color, distance)

    def text(self, text: str, right: float, top: float, color: str) -> None:
        """Writes a number at the top of the square."""
        for place, letter in enumerate(reversed(text)):
            left = right - 0.19 * place
            strokes = [[(left + 0.12 * x, top + 0.2 * y) for x, y in stroke] for stroke in DIGITS[letter]]
            self.fill(color, union(*(line(stroke, 0.045) for stroke in strokes)), halo=0.03)

    def bytes(self) -> NDArray[np.uint8]:
        """The pixels as bytes."""
        return np.rint(self.pixels).astype(np.uint8)


def _color(name: str) -> Field:
    text = COLORS[name]
    return np.array([int(text[place : place + 2], 16) for place in (1, 3, 5)], float)


def _box(*turns: Point) -> list[list[Point]]:
    return [list(turns)]


#: The strokes of digits and of the letter O, in a box of 1 × 1.
DIGITS: dict[str, list[list[Point]]] = {
    "0": _box((0, 0), (1, 0), (1, 1), (0, 1), (0, 0)),
    "1": _box((0.2, 0.25), (0.6, 0), (0.6, 1)),
    "2": _box((0, 0), (1, 0), (1, 0.5), (0, 0.5), (0, 1), (1, 1)),
    "3": [[(0, 0), (1, 0), (1, 1), (0, 1)], [(0.2, 0.5), (1, 0.5)]],
    "4": _box((0, 0), (0, 0.5), (1, 0.5), (1, 0), (1, 1)),
    "5": _box((1, 0), (0, 0), (0, 0.5), (1, 0.5), (1, 1), (0, 1)),
    "6": _box((1, 0), (0, 0), (0, 1), (1, 1), (1, 0.5), (0, 0.5)),
    "7": _box((0, 0), (1, 0), (0.4, 1)),
    "8": [[(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)], [(0, 0.5), (1, 0.5)]],
    "9": _box((1, 0.5), (0, 0.5), (0, 0), (1, 0), (1, 1), (0, 1)),
}


def _signpost(canvas: Canvas) -> None:
    canvas.fill("signpost", union(rectangle(0.46, 0.6, 0.08, 0.32), rectangle(0.06, 0.2, 0.88, 0.44, 0.07)))
    for left, letter in ((0.17, "5"), (0.425, "0"), (0.68, "5")):
        strokes = [[(left + 0.15 * x, 0.31 + 0.22 * y) for x, y in stroke] for stroke in DIGITS[letter]]
        canvas.fill("thing", union(*(line(stroke, 0.055) for stroke in strokes)))


def _player(canvas: Canvas) -> None:
    def body(u: Field, v: Field) -> Field:
        arch = union(circle(0.5, 0.72, 0.25), rectangle(0.25, 0.72, 0.5, 0.16))(u, v)
        return np.maximum(arch, v - 0.88)

    canvas.fill("start", union(circle(0.5, 0.27, 0.14), body), halo=0.04)


def _zombie(canvas: Canvas) -> None:
    limbs: list[list[Point]] = [
        [(0.38, 0.46), (0.38, 0.7)],
        [(0.38, 0.49), (0.8, 0.49)],
        [(0.38, 0.6), (0.74, 0.6)],
        [(0.36, 0.7), (0.28, 0.9)],
        [(0.4, 0.7), (0.5, 0.9)],
    ]
    canvas.fill("zombie", union(circle(0.4, 0.25, 0.14), *(line(limb, 0.1) for limb in limbs)), halo=0.04)
    canvas.fill("thing", union(circle(0.37, 0.23, 0.0275), circle(0.47, 0.23, 0.0275)))


def _block(canvas: Canvas) -> None:
    canvas.fill("block", rectangle(0.07, 0.12, 0.86, 0.76, 0.07))
    joints: list[list[Point]] = [
        [(0.07, 0.373), (0.93, 0.373)],
        [(0.07, 0.627), (0.93, 0.627)],
        [(0.5, 0.12), (0.5, 0.373)],
        [(0.3, 0.373), (0.3, 0.627)],
        [(0.7, 0.373), (0.7, 0.627)],
        [(0.5, 0.627), (0.5, 0.88)],
    ]
    canvas.fill("thing", union(*(line(joint, 0.045) for joint in joints)))


def _flashlight(canvas: Canvas) -> None:
    lamp = polygon([(0.12, 0.41), (0.46, 0.41), (0.62, 0.28), (0.62, 0.72), (0.46, 0.59), (0.12, 0.59)])
    rays: list[list[Point]] = [
        [(0.72, 0.5), (0.9, 0.5)],
        [(0.71, 0.34), (0.86, 0.24)],
        [(0.71, 0.66), (0.86, 0.76)],
    ]
    canvas.fill("flashlight", union(lamp, *(line(ray, 0.07) for ray in rays)), halo=0.04)


SHAPES: dict[int, Callable[[Canvas], None]] = {
    Square.SIGNPOST: _signpost,
    Square.PLAYER: _player,
    Square.ZOMBIE: _zombie,
    Square.BLOCK: _block,
    Square.FLASHLIGHT: _flashlight,
}
