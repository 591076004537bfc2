"""Computes with colours: contrast, difference, and their looks for people who cannot see red, green or blue.

A colour is (red, green, blue), each from 0 to 255.
"""

import itertools
import math

# Machado, Oliveira and Fernandes 2009, severity 1.0, for linear sRGB.
DEFICIENCIES = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)),
}

# Linear sRGB to CIE XYZ; the middle row is the luminance.
TO_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750),
          (0.0193339, 0.1191920, 0.9503041))
WHITE = tuple(sum(row) for row in TO_XYZ)


def linear(color):
    """The light of each channel, from 0 to 1."""
    shares = (channel / 255 for channel in color)
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares)


def times(matrix, vector):
    return tuple(sum(factor * value for factor, value in zip(row, vector)) for row in matrix)


def luminance(color):
    return times(TO_XYZ, linear(color))[1]


def contrast(one, other):
    """The contrast ratio of WCAG 2.2, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(light):
    """CIE L*a*b* of a linear colour."""
    x, y, z = (value / white for value, white in zip(times(TO_XYZ, light), WHITE))
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def lightness(color):
    """L*, from 0 to 100: the only difference that remains in grey."""
    return lab(linear(color))[0]


def seen(color, deficiency=None):
    """L*a*b* of a colour as a person with or without a deficiency sees it."""
    light = linear(color)
    if deficiency:
        light = tuple(min(1, max(0, value)) for value in times(DEFICIENCIES[deficiency], light))
    return lab(light)


def difference(one, other):
    """CIEDE2000 of two colours in L*a*b*."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    more = 1 + 0.5 * (1 - math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)))
    c1, c2 = math.hypot(more * a1, b1), math.hypot(more * a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, more * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0
    middle = h1 + h2
    if c1 * c2:
        middle /= 2
        if abs(h1 - h2) > 180:
            middle += 180 if h1 + h2 < 360 else -180
    lights, colors = (l1 + l2) / 2, (c1 + c2) / 2
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))

    def wave(factor, shift):
        return math.cos(math.radians(factor * middle + shift))

    t = 1 - 0.17 * wave(1, -30) + 0.24 * wave(2, 0) + 0.32 * wave(3, 6) - 0.20 * wave(4, -63)
    swing = 30 * math.exp(-((middle - 275) / 25) ** 2)
    bend = -2 * math.sqrt(colors ** 7 / (colors ** 7 + 25 ** 7)) * math.sin(math.radians(2 * swing))
    light = (l2 - l1) / (1 + 0.015 * (lights - 50) ** 2 / math.sqrt(20 + (lights - 50) ** 2))
    color = (c2 - c1) / (1 + 0.045 * colors)
    hue /= 1 + 0.015 * colors * t
    return math.sqrt(light ** 2 + color ** 2 + hue ** 2 + bend * color * hue)


def nearest(named, pairs=None):
    """The two named colours that are hardest to distinguish: the difference, for whom, and their names."""
    pairs = itertools.combinations(named, 2) if pairs is None else pairs
    return min((difference(seen(named[a], who), seen(named[b], who)), who or "all colours", f"{a} and {b}")
               for a, b in pairs for who in (None, *DEFICIENCIES))


def nearest_in_grey(named, pairs=None):
    """The two named colours with the least difference of lightness: the difference, and their names."""
    pairs = itertools.combinations(named, 2) if pairs is None else pairs
    return min((abs(lightness(named[a]) - lightness(named[b])), f"{a} and {b}") for a, b in pairs)


def check():
    """Checks the formulas with published values, because an error in them could hide all others."""
    # Sharma, Wu and Dalal 2005, table 1, pairs 1, 4, 7, 14, 17, 19, 25 and 34.
    for one, other, expected in (
            ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
            ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
            ((50, 0, 0), (50, -1, 2), 2.3669),
            ((50, -0.001, 2.49), (50, 0.0011, -2.49), 4.7461),
            ((50, 2.5, 0), (73, 25, -18), 27.1492),
            ((50, 2.5, 0), (56, -27, -3), 31.9030),
            ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
            ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082)):
        assert abs(difference(one, other) - expected) < 5e-5, (one, other, difference(one, other))
    assert abs(contrast((0, 0, 0), (255, 255, 255)) - 21) < 1e-5
    assert abs(contrast((118, 118, 118), (255, 255, 255)) - 4.54) < 5e-3
    # Greys do not change. Pure red looks dark to people who cannot see red.
    for who in DEFICIENCIES:
        assert difference(seen((128, 128, 128)), seen((128, 128, 128), who)) < 0.1, who
    assert seen((255, 0, 0), "protanopia")[0] < seen((255, 0, 0))[0] - 10


check()
