"""Shows a picture in a browser, and measures it there."""

import base64
import json
import os
import tempfile

from page import Failure, NotSupported

HERE = os.path.dirname(os.path.abspath(__file__))
__all__ = ["Failure", "NotSupported", "Viewer", "fail"]


def source(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


MEASURE, PIXELS = source("measure.js"), source("pixels.js")

PHONE, DESK = (390, 844), (1280, 900)

# The height of a page that a screenshot can contain.
HIGHEST = 12_000


def fail(found, what):
    """Raises Failure if anything was found, and names the first eight."""
    if found:
        more = f" and {len(found) - 8} more" if len(found) > 8 else ""
        raise Failure(f"{what}: {'; '.join(str(one) for one in found[:8])}{more}")


class Viewer:
    """A browser with a page for pictures, and a page that compares screenshots."""

    def __init__(self, browser):
        self.name, self.browser = browser.name, browser
        self.pixels = self.browser.new_page()
        self.pixels.open("about:blank")
        self.pixels.evaluate(PIXELS.removesuffix("undefined\n"))
        self.page, self.path = self.browser.new_page(), None
        self.asked = 0

    # MARK: Showing

    def open(self, picture, size=DESK):
        """Opens or reloads a picture."""
        self.set(dark=False)
        self.page.size(*size)
        self.asked = len(self.page.requests)
        self.page.open(picture.path)
        self.page.evaluate(f"(() => {{ {MEASURE} }})()")
        self.path = picture.path

    def requests(self):
        """The requests since the picture was opened."""
        return self.page.requests[self.asked:]

    def set(self, dark=False, printed=False, forced=False, still=False):
        """Sets the results of media queries."""
        self.page.media(dark=dark, reduced_motion=still, forced_colors=forced)
        if self.name == "chromium":
            with self.browser.limited():
                self.page.page.emulate_media(media="print" if printed else "screen")
        else:
            medium = '"print"' if printed else '""'
            self.browser.run(self.browser.window, "for (const { browsingContext: page } of gBrowser.browsers)"
                             f" page.mediumOverride = {medium}; undefined")
            self.page.wait_for(f"matchMedia('print').matches === {json.dumps(printed)}")

    def ask(self, expression):
        """Evaluates an expression of measure.js."""
        return self.page.evaluate(f"zombies.{expression}")

    def point(self, x, y):
        """Moves the mouse to a point."""
        if self.name == "chromium":
            with self.browser.limited():
                self.page.page.mouse.move(x, y)
        else:
            self.page.act("pointer", "mouse", [{"type": "pointerMove", "x": round(x), "y": round(y)}],
                          parameters={"pointerType": "mouse"})

    def fit(self):
        """Makes the window as large as the picture, so that a screenshot shows all of it; returns whether it does."""
        width, height = self.ask("size()")
        self.page.size(max(width, 300), min(height, HIGHEST))
        return height <= HIGHEST

    # MARK: Measuring

    def shoot(self, name, box=None):
        """Takes a screenshot to compare, and names it. Only Chromium can take one of a box."""
        handle, path = tempfile.mkstemp(suffix=".png", dir=self.browser.folder)
        os.close(handle)
        if box:
            left, top, right, bottom = box
            with self.browser.limited():
                self.page.page.screenshot(
                    path=path, clip={"x": left, "y": top, "width": right - left, "height": bottom - top})
        else:
            self.page.screenshot(path)
        with open(path, "rb") as file:
            data = base64.b64encode(file.read()).decode()
        os.remove(path)
        return self.pixels.evaluate(f"pixels.load({json.dumps(name)}, {json.dumps(data)})")

    def behind(self, whole, without, items, share):
        return self.pixels.evaluate(
            f"pixels.behind({json.dumps(whole)}, {json.dumps(without)}, {json.dumps(items)}, {share})")

    def text_contrasts(self, with_html=True):
        """Each text with its contrast to its background."""
        found = self.ask(f"texts({json.dumps(with_html)})")
        self.shoot("whole")
        self.ask(f"hideTexts({json.dumps(with_html)})")
        self.shoot("bare")
        self.ask("showTexts()")
        for one, told in zip(found, self.behind("whole", "bare", found, 0.15)):
            one.update(told)
        return found

    def shape_contrasts(self, classes):
        """Each class of shapes, in each of its colours, with its contrast to its background."""
        groups = self.ask(f"shapes({json.dumps([one[:3] for one in classes])})")
        crossing = {one[0] for one in classes if one[3:]}
        lines = [place for place, group in enumerate(groups) if group["name"] in crossing]
        for place, group in enumerate(groups):
            if not group["box"]:
                group["pixels"] = 0
                continue
            others = [one for one in lines if one != place] if place in lines else []
            self.ask(f"hide({others}, {json.dumps(place in lines)})")
            self.shoot("whole", group["box"])
            self.ask(f"hide({[place]}, false)")
            self.shoot("bare", group["box"])
            self.ask("show()")
            group.update(self.behind("whole", "bare", [{"color": group["color"]}], 0.15)[0])
        # A few pixels can shine through the edge of a shape that covers another, and do not count.
        return [group for group in groups if group["pixels"] >= 20]
