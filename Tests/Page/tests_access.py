"""For those who do not see the screen, or do not use a finger or a mouse."""

import os
import pathlib

import tour
from page import Failure
from playing import tests

TESTS, test = tests()


@test("axe finds no violation on any screen, in light, in dark, with reduced motion and with forced colors",
      sizes="phone desk")
def axe(play):
    problems = []
    for kind in tour.WAYS:
        tour.go(play, kind)
        for name, media in {
                "light": {}, "dark": {"dark": True}, "reduced motion": {"dark": False, "reduced_motion": True},
                "forced colors": {"reduced_motion": False, "forced_colors": True}}.items():
            play.page.media(**media)
            play.wait_for("document.getAnimations().every(a => a.playState === 'finished')")
            for found in play.page.axe():
                nodes = [node["html"][:160] for node in found["nodes"][:2]]
                problems.append(f"{kind}, {name}: {found['id']}: {found['help']}: {nodes}")
        play.page.media(dark=False, reduced_motion=False, forced_colors=False)
    if problems:
        raise Failure("\n    ".join(problems))
