"""Checks of the camera screen in a browser; see run."""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from browser import (FOLLOWS, LIMIT, Page, RigServer, Server, after_change, axe, cast, expect, expect_neutral, noise, set_light)
import controls

PICTURES = "Docs/Pictures"
arguments = [word for word in sys.argv[2:] if not word.startswith("--")]
TOOL = sys.argv[1]

def check_temperature(page, server):
    """The temperature is dragged, and the frames' neutral follows within half a percent."""
    set_light(page, server, "D65", 1)
    page.press("gray-card")
    expect_neutral(server, "the card before the drag")
    slider = page.find("temperature-range")
    page.run("arguments[0].scrollIntoView({block: 'center'})", slider)
    width = slider.size["width"]
    ActionChains(page.driver).move_to_element(slider).click_and_hold().move_by_offset(-width // 5, 0).move_by_offset(
        width // 12, 0).release().perform()
    state = after_change(server, "the drag", lambda state: "askedLight" in state["whiteBalance"])
    gains, asked = state["whiteBalance"]["gains"], state["whiteBalance"]["askedLight"]
    measured = []
    for _ in range(8):
        measured.append(after_change(server, "frames after the drag"))
    for name, channel in (("red", 0), ("blue", 1)):
        # These gains make the card neutral. The expected cast is the ratio of the gains that are set to them.
        own = statistics.fmean(entry["reading"]["measurement"]["gains"][name] / entry["reading"]["measurement"]["gains"]["green"] for entry in measured)
        found = statistics.fmean(cast(entry)[channel] for entry in measured)
        expected = gains[name] / gains["green"] / own
        expect(abs(found / expected - 1) < FOLLOWS, f"{name} is {found:.4f} and should be {expected:.4f}")
    page.wait(lambda: f"is {state['whiteBalance']['light']['temperature']:.0f} K" in page.text("temperature"), "the page shows what was done")
    return f"{asked['temperature']:.0f} K asked, {state['whiteBalance']['light']['temperature']:.0f} K done"


def check_gray_card(page, server):
    """The next frames after the button are neutral, under several lights."""
    for light in ("A", "D50") if isinstance(server, RigServer) else ("A", "FL11", "D50"):
        set_light(page, server, light, 1)
        page.press("gray-card")
        expect_neutral(server, f"the card under {light}")


def check_scan(page, server):
    """A scan locks all, a lock of seconds runs out, and the page says how long it has left."""
    set_light(page, server, "A", 0.5)
    Select(page.find("lock-duration")).select_by_value("6")
    page.click("scan")
    server.wait(lambda state: all(entry["status"] == "locked" for entry in state["meter"]["quantities"]), "the scan locks", 60 if isinstance(server, RigServer) else 30)
    page.wait(lambda: "s left" in page.text("quantities"), "the page tells the time left")
    server.wait(lambda state: all(entry["status"] == "converged" for entry in state["meter"]["quantities"]), "the lock runs out", 30)
    page.wait(lambda: "follows" in page.text("quantities"), "the page tells that it follows")
    expect_neutral(server, "the card after the scan")
    page.click("lock")
    server.wait(lambda state: all(entry["status"] == "locked" for entry in state["meter"]["quantities"]), "the lock")


def check_refusal(page, server):
    """A card that cannot be trusted is refused in words, and nothing is set."""
    set_light(page, server, "D65", 8)
    before = server.state()["whiteBalance"]["gains"]
    page.wait(lambda: "refused" in page.text("verdict"), "the verdict")
    page.wait(lambda: "refused" in page.text("spoken-verdict"), "the verdict for a screen reader")
    page.press("gray-card")
    page.wait(lambda: "the card is refused" in page.text("alert"), "the alert")
    expect(server.state()["whiteBalance"]["gains"] == before, "the gains have changed")
    page.wait(lambda: page.text("clipped-line").startswith("clipped"), "the clipped share")
    # What the scan has exposed and balanced for.
    set_light(page, server, "A", 0.5)
    page.press("gray-card")
    page.wait(lambda: not page.is_shown("alert"), "the alert goes")


def check_point(page, server):
    """The metering point is dragged on the picture, and moved by keys."""
    frame = page.find("picture")
    page.run("arguments[0].scrollIntoView({block: 'center'})", frame)
    size = frame.size
    ActionChains(page.driver).move_to_element(frame).click_and_hold().move_by_offset(size["width"] // 5, -size["height"] // 5).release().perform()
    server.wait(lambda state: abs(state["meter"]["point"]["x"] - 0.7) < 0.02 and abs(state["meter"]["point"]["y"] - 0.3) < 0.02, "the point is dragged")
    region = page.find("region")
    region.send_keys(*([Keys.ARROW_LEFT] * 10))
    server.wait(lambda state: abs(state["meter"]["point"]["x"] - 0.5) < 0.02, "the point is moved by keys")
    page.wait(lambda: "50 % across" in region.get_attribute("aria-label"), "its label tells where it is")
    shape = page.run("""const [frame, box] = ['frame', 'picture'].map((id) => document.getElementById(id));
        const kept = frame.style.getPropertyValue('--ratio');
        frame.style.setProperty('--ratio', '240 / 320');
        const size = box.getBoundingClientRect();
        frame.style.setProperty('--ratio', kept);
        return size.width / size.height;""")
    expect(abs(shape - 0.75) < 0.01, f"a picture that is higher than wide has the shape {shape:.2f}")


def check_keyboard(page, server):
    """Each control is reached by the Tab key, shows that it is, and works by keys alone."""
    page.run("document.getElementById('theme').focus()")
    seen, reached = [], set()
    for _ in range(90):
        ActionChains(page.driver).send_keys(Keys.TAB).perform()
        place = page.run("const e = document.activeElement; const s = getComputedStyle(e); return [e.id || e.textContent.trim().slice(0, 30), e.tagName, s.outlineStyle]")
        if place[1] == "BODY" or place[0] in reached and place[0] == seen[0]:
            break
        expect(place[2] != "none", f"{place[0]}: focus is not seen")
        seen.append(place[0])
        reached.add(place[0])
    for name in ("region", "gray-card", "temperature-range", "temperature-number", "tint-range", "duration-range", "lens-range", "scan", "copy"):
        expect(name in reached, f"{name} is not reached by Tab; reached are {seen}")
    slider = page.find("temperature-range")
    before = server.state()["whiteBalance"].get("askedLight")
    slider.send_keys(*([Keys.ARROW_RIGHT] * 5))
    server.wait(lambda state: state["whiteBalance"].get("askedLight") != before, "arrow keys move the slider")
    page.find("gray-card").send_keys(Keys.ENTER)
    expect_neutral(server, "the gray card by the Enter key")
    expect(slider.get_attribute("aria-valuetext").endswith(" K"), "the slider says kelvin")
    return f"{len(reached)} places"


def check_arrows(page, server):
    """One press of an arrow key moves each slider by a step, however small that is."""
    page.run("document.getElementById('scene-panel').open = true; document.getElementById('red').closest('details').open = true")
    names = ("iso", "duration", "scene-brightness", "tint", "temperature", "lens", "blue")
    for name in names:
        slider = page.find(f"{name}-range")
        before = int(slider.get_attribute("value"))
        slider.send_keys(Keys.ARROW_RIGHT)
        # After that time the slider shows what the camera was asked for.
        time.sleep(1.2)
        after = int(slider.get_attribute("value"))
        expect(after == before + 1, f"{name} goes from {before} to {after}")
        slider.send_keys(Keys.ARROW_LEFT)
        time.sleep(0.2)
    expect(not page.is_shown("alert"), f"the page says {page.text('alert')}")
    # The simulated camera has no bias, so a slider like that of the bias is put on the page.
    page.driver.execute_async_script("""const done = arguments[0];
        import('/controls.js').then(({ Slider }) => {
          document.querySelector('main').insertAdjacentHTML('beforeend', '<div class="control" id="trial"></div>');
          window.sent = [];
          new Slider('trial', { label: 'Trial', low: -8, high: 8, digits: 1, change: (value) => window.sent.push(value) }).put(0);
          done();
        });""")
    page.find("trial-range").send_keys(Keys.ARROW_RIGHT)
    sent = page.run("document.getElementById('trial').remove(); return window.sent")
    expect(len(sent) == 1 and abs(sent[0] - 0.016) < 1e-9, f"a step of a bias is {sent} stops")
    return ", ".join(names)


def check_hold(page, server):
    """A slider that is held is not moved by what the camera does, and follows once it is let go."""
    slider = page.find("tint-range")
    page.run("arguments[0].scrollIntoView({block: 'center'})", slider)
    ActionChains(page.driver).move_to_element(slider).click_and_hold().move_by_offset(slider.size["width"] // 5, 0).perform()
    try:
        held = slider.get_attribute("value")
        time.sleep(1)
        page.run("import('/connection.js').then(({ send }) => send('light', { temperature: 5000, tint: -30 }))")
        server.wait(lambda state: state["whiteBalance"].get("askedLight", {}).get("tint") == -30, "the tint is set by another hand")
        time.sleep(1)
        expect(slider.get_attribute("value") == held, f"the slider goes from {held} to {slider.get_attribute('value')} under the hand")
    finally:
        ActionChains(page.driver).release().perform()
    page.wait(lambda: page.find("tint-number").get_attribute("value") == "-30.0", "the slider follows")


def check_two_pages(page, server):
    """One page controls, another watches, takes over, and both see the same."""
    second = Page(server.url)
    try:
        second.wait(lambda: "another page controls" in second.text("role"), "the second page watches")
        expect(second.run("return document.getElementById('all-controls').disabled"), "its controls are off")
        page.type("temperature-number", "4321")
        second.wait(lambda: second.find("temperature-number").get_attribute("value") == "4321", "the second page sees what was asked")
        second.click("take-control")
        page.wait(lambda: "another page controls" in page.text("role"), "the first page watches now")
        second.type("temperature-number", "5432")
        page.wait(lambda: page.find("temperature-number").get_attribute("value") == "5432", "the first page sees it")
        second.driver.refresh()
        second.wait(lambda: "you control" in second.text("role"), "a reload keeps the control")
        expect(not second.complaints(), "the second page's console")
    finally:
        second.end()
    page.wait(lambda: "nobody controls" in page.text("role") or not page.is_shown("role"), "the second page is gone")
    page.click("take-control")
    page.wait(lambda: not page.is_shown("take-control"), "the first page controls again")


def check_reload(page, server):
    """A reload shows what is set, keeps the control, and the last minute."""
    page.type("temperature-number", "3456")
    server.wait(lambda state: state["whiteBalance"].get("askedLight", {}).get("temperature") == 3456, "it is set")
    readings = [json.loads(line) for line in server.get("/readings.jsonl").splitlines()]
    kept = readings[-1]["time"] - readings[0]["time"]
    page.driver.refresh()
    page.wait(lambda: page.text("connection") == "live", "the page is live again")
    page.wait(lambda: page.find("temperature-number").get_attribute("value") == "3456", "it shows what is set")
    expect(not page.run("return document.getElementById('all-controls').disabled"), "it controls")
    page.wait(lambda: (page.run("return document.querySelector('#diagram .trail')?.points.numberOfItems") or 0) > 5, "the history is there")
    # The width of the history is a minute.
    drawn, age = page.run("""const points = document.querySelector('#history .trail').points;
        return [60 * (points[points.length - 1].x - points[0].x) / 400, performance.now() / 1000];""")
    expect(drawn > min(kept - 1, 50), f"the history is of {drawn:.0f} s, on a page of {age:.0f} s; the camera has {kept:.0f} s")
    return f"{drawn:.0f} s of history, on a page of {age:.0f} s"


def check_unplug(page, server):
    """An unplugged camera is told of, and the picture goes on once it is back."""
    def plug(is_plugged):
        if isinstance(server, RigServer):
            server.tell("plug" if is_plugged else "unplug")
        else:
            page.click("plug")

    page.run("document.getElementById('scene-panel').open = true")
    plug(False)
    page.wait(lambda: page.text("connection") == "unplugged" and page.is_shown("veil"), "the page says so")
    page.wait(lambda: "Nothing is measured" in page.text("verdict"), "nothing is measured")
    expect(page.run("return document.getElementById('copy').disabled"), "an old reading can be copied")
    page.wait(lambda: not page.run("return document.querySelector('#diagram .light').checkVisibility()"), "an old light is drawn as the present one")
    expect("x 0" not in page.find("diagram").get_attribute("aria-label"), "the diagram's label tells an old light")
    plug(True)
    page.wait(lambda: page.text("connection") == "live" and not page.is_shown("veil"), "the page goes on")
    if not isinstance(server, RigServer):
        page.click("scan")
        server.wait(lambda state: state["meter"]["isScanning"], "the scan begins")
        plug(False)
        page.wait(lambda: "unplugged" in page.text("alert"), "the scan that failed is told of")
        page.driver.refresh()
        page.wait(lambda: page.text("connection") == "unplugged", "the page is there again")
        time.sleep(0.5)
        expect(not page.is_shown("alert"), "a page that was opened later tells of the scan")
        page.run("document.getElementById('scene-panel').open = true")
        plug(True)
        page.wait(lambda: page.text("connection") == "live", "the page goes on after the scan")
    before = int(page.find("picture").get_attribute("data-sequence") or 0)
    page.wait(lambda: int(page.find("picture").get_attribute("data-sequence") or 0) != before, "the picture goes on")
    set_light(page, server, "D65", 1)
    page.press("gray-card")
    expect_neutral(server, "the card after the camera is back")


def check_lost(page, server):
    """A stream that is refused is told of with its reason; a server that is gone leaves nothing that looks current."""
    other = Server(TOOL, address="0.0.0.0")
    second, streams = None, []
    try:
        address, token = other.url.replace("0.0.0.0", "127.0.0.1").split("?token=")
        second = Page(f"{address}?token={token}")
        expect(second.run("return location.href") == address, "the token stays in the address bar")
        second.driver.get("about:blank")

        def fill():
            try:
                while len(streams) < 32:
                    streams.append(urllib.request.urlopen(f"{address}events?page=watcher{len(streams):04}&token={token}", timeout=LIMIT))
            except urllib.error.HTTPError:
                return False
            return True

        second.wait(fill, "all streams are taken")
        second.driver.get(address)
        second.wait(lambda: "32 pages are open" in second.text("connection"), "the page tells why it is refused")
        texts = set()
        for _ in range(40):
            texts.add(second.text("connection"))
            time.sleep(0.1)
        expect(len(texts) == 1, f"the page says by turns {texts}")
        expect("32 pages are open" in second.text("veil") and second.is_shown("veil"), "the veil tells it")
        streams.pop().close()
        second.wait(lambda: second.text("connection") == "live" and not second.is_shown("veil"), "the page is live")
        second.wait(lambda: "gray card" in second.text("verdict"), "a verdict")
        second.wait(lambda: second.run("return document.title").endswith("live"), "the title")
        for stream in streams:
            stream.close()
        other.end()
        second.wait(lambda: second.is_shown("veil") and "does not answer" in second.text("veil"), "the veil tells that the server is gone")
        second.wait(lambda: second.text("connection") == "the server does not answer", "the page tells it")
        expect(second.run("return document.title").endswith("no connection"), "the title tells it")
        expect("Nothing is measured" in second.text("verdict") and not second.text("figures"), "an old reading is shown")
        expect(second.run("return document.getElementById('copy').disabled"), "an old reading can be copied")
    finally:
        if second:
            second.end()
        other.end()


def check_calibration(page, server):
    """Cards under named lights make a profile that the tool reads, and that the camera goes on with."""
    page.run("document.getElementById('calibration-panel').open = true")
    for light in ("A", "D50", "D65"):
        set_light(page, server, light, 1)
        page.run("document.getElementById('card-light').scrollIntoView({block: 'center'})")
        Select(page.find("card-light")).select_by_value(light)
        if light == "D65":
            Select(page.find("card-light")).select_by_value("daylight, K")
            page.type("card-kelvin", Keys.DELETE)
            page.click("take-card")
            page.wait(lambda: "no number for kelvin" in page.text("alert"), "a light without a number is refused")
            page.type("card-kelvin", "6504")
        count = len(server.state()["calibration"]["cards"])
        page.click("take-card")
        server.wait(lambda state: len(state["calibration"]["cards"]) == count + 1, f"the card under {light}")
    page.click("make-curve")
    page.wait(lambda: page.is_shown("get-profile"), "the profile is offered")
    profile = server.get("/profile.icc")
    with tempfile.NamedTemporaryFile(suffix=".icc") as file:
        file.write(profile)
        file.flush()
        shown = json.loads(subprocess.run([TOOL, "profile", "show", file.name, "--json"], capture_output=True, text=True, check=True).stdout)
    page.click("use-profile")
    page.wait(lambda: not page.is_shown("use-profile") and page.is_shown("get-profile"), "the profile is in use")
    expect(page.run("return document.activeElement.id") == "get-profile", "the focus is lost with the button")
    state = server.wait(lambda state: state["calibration"]["isInUse"] and state.get("reading"), "a reading by the profile")
    found = state["reading"]["measurement"]["temperature"]
    expect(abs(1e6 / found - 1e6 / 6504) < 3, f"the light by the profile in use is {found:.0f} K")
    return f"{len(profile)} bytes, {shown.get('kind', 'a profile')}, in use"


def drag_corner(page, number, x, y):
    """Drags a corner of the chart to a place of the picture, in shares of it."""
    handle, frame = page.find(f"corner-{number}"), page.find("picture")
    page.run("arguments[0].scrollIntoView({block: 'center'})", frame)
    box = frame.rect
    place = handle.rect
    ActionChains(page.driver).move_to_element(handle).click_and_hold().move_by_offset(
        round(box["x"] + x * box["width"] - place["x"] - place["width"] / 2),
        round(box["y"] + y * box["height"] - place["y"] - place["height"] / 2)).release().perform()
    found = page.run("const s = arguments[0].style; return [parseFloat(s.left) / 100, parseFloat(s.top) / 100]", handle)
    expect(abs(found[0] - x) < 0.01 and abs(found[1] - y) < 0.01, f"corner {number} is at {found}, not at {x}, {y}")


def check_chart(page, server):
    """A chart's corners are dragged on the picture; charts under two lights make a profile and its page."""
    page.run("document.getElementById('calibration-panel').open = true")
    page.run("document.getElementById('scene-panel').open = true")
    Select(page.find("scene-subject")).select_by_value("chart")
    server.wait(lambda state: state["camera"]["scene"]["subject"] == "chart", "the chart is there")
    page.click("surface-chart")
    page.wait(lambda: page.is_shown("corner-1"), "the corners")
    verdicts = []
    point = server.state()["meter"]["point"]
    for light, places in (("A", [(0.3, 0.125), (0.95, 0.125), (0.95, 0.875), (0.3, 0.875)]),
                          ("A", [(0.125, 0.125), (0.875, 0.125), (0.875, 0.875), (0.125, 0.875)]), ("D65", [])):
        set_light(page, server, light, 0.3)
        for number, place in enumerate(places, 1):
            drag_corner(page, number, *place)
        page.run("document.getElementById('card-light').scrollIntoView({block: 'center'})")
        Select(page.find("card-light")).select_by_value(light)
        count = len(server.state()["calibration"]["charts"])
        page.click("take-chart")
        state = server.wait(lambda state: len(state["calibration"]["charts"]) == count + 1, f"the chart under {light}")
        verdicts.append(state["calibration"]["charts"][-1]["verdict"])
    expect(verdicts == ["refused", "ok", "ok"], f"the verdicts are {verdicts}")
    expect(server.state()["meter"]["point"] == point, "a corner that is dragged moves the metering point")
    corner = page.find("corner-2")
    corner.send_keys(Keys.ARROW_LEFT, Keys.ARROW_RIGHT)
    expect("88 % across" in corner.get_attribute("aria-label"), f"arrow keys move a corner: {corner.get_attribute('aria-label')}")
    # The first click removes a chart, so the second one's chart changes its number. It must not remove a third chart.
    page.run("const [first, second] = document.querySelectorAll('#charts button'); first.focus(); first.click(); second.click()")
    server.wait(lambda state: len(state["calibration"]["charts"]) == 2, "the refused chart is removed")
    page.wait(lambda: len(page.driver.find_elements(By.CSS_SELECTOR, "#charts button")) == 2, "the page shows two charts")
    page.wait(lambda: page.run("return document.activeElement === document.querySelector('#charts button:enabled')"), "the next chart has the focus")
    expect([chart["verdict"] for chart in server.state()["calibration"]["charts"]] == ["ok", "ok"], "a chart is removed that nobody chose")
    page.click("make-matrices")
    page.wait(lambda: page.is_shown("get-profile") and page.is_shown("get-page"), "the profile and its page are offered")
    profile = server.get("/profile.icc")
    with tempfile.NamedTemporaryFile(suffix=".icc") as file:
        file.write(profile)
        file.flush()
        shown = json.loads(subprocess.run([TOOL, "profile", "show", file.name, "--json"], capture_output=True, text=True, check=True).stdout)
    differences = [chart["difference"] for chart in server.state()["calibration"]["charts"]]
    # The page stands by itself, and its own style is allowed.
    first = page.driver.current_window_handle
    page.click("get-page")
    page.wait(lambda: len(page.driver.window_handles) == 2, "the page opens")
    page.driver.switch_to.window(next(handle for handle in page.driver.window_handles if handle != first))
    page.wait(lambda: "Verdict: ok" in page.run("return document.body?.textContent ?? ''"), "its verdict")
    expect(page.run("return getComputedStyle(document.querySelector('main')).maxWidth") != "none", "the page's style is refused")
    heading = page.run("return document.querySelector('h1').textContent")
    page.driver.close()
    page.driver.switch_to.window(first)
    Select(page.find("scene-subject")).select_by_value("card")
    server.wait(lambda state: state["camera"]["scene"]["subject"] == "card", "the card is there again")
    return f"CIEDE2000 {', '.join(f'{value:.2f}' for value in differences)}; {len(profile)} bytes, {shown.get('kind', 'a profile')}; {heading}"


def check_rest(page, server):
    """While no page is open the camera rests, and what is set is there when one comes back."""
    page.type("temperature-number", "4567")
    server.wait(lambda state: state["whiteBalance"].get("askedLight", {}).get("temperature") == 4567, "it is set")
    page.driver.get("about:blank")
    server.wait(lambda state: state["camera"]["connection"] == "resting", "the camera rests", 30)
    cpu = server.cpu()
    time.sleep(4)
    cost = (server.cpu() - cpu) / 4
    expect(cost < 0.05, f"a camera at rest costs {100 * cost:.1f} % of a core")
    page.driver.get(server.url)
    page.wait(lambda: page.text("connection") == "live", "the page is live again")
    page.wait(lambda: page.find("temperature-number").get_attribute("value") == "4567", "it shows what is set")
    return f"at rest {100 * cost:.1f} % of a core"


def check_access(page, server):
    """axe-core finds nothing serious, in both themes and at a phone's width, with everything unfolded."""
    script, count = axe(), 0
    loud = page.run("return [...document.querySelectorAll('output')].filter((place) => place.getAttribute('aria-live') !== 'off').length")
    expect(loud == 0, f"{loud} outputs that change with each frame are read aloud")
    page.run("for (const d of document.querySelectorAll('details')) d.open = true")
    for dark in (False, True):
        for width in (1280, 360):
            page.theme(dark)
            page.resize(width, 900)
            page.run(script)
            found = page.driver.execute_async_script("axe.run().then(arguments[0])")
            count = len(found["passes"])
            bad = [f"{entry['id']}: {entry['help']}: {[node['html'][:90] for node in entry['nodes']]}" for entry in found["violations"]]
            expect(not bad, f"{'dark' if dark else 'light'}, {width} wide: {bad}")
    page.resize(1280, 900)
    page.theme(False)
    return f"axe-core {page.run('return axe.version')}, {count} rules pass"


def check_phone(page, server):
    """At 360 pixels nothing is wider than the page, and what is touched is large enough."""
    page.resize(360, 740)
    expect(page.run("return document.documentElement.scrollWidth") <= 360, "the page is wider than the phone")
    small = page.run("""return [...document.querySelectorAll('button, select, input, a.button')]
        .filter((e) => e.checkVisibility()).map((e) => [e.id || e.textContent, e.getBoundingClientRect()])
        .filter(([, box]) => box.height < 24 || box.width < 24).map(([name]) => name)""")
    expect(not small, f"too small to touch: {small}")
    page.command("Emulation.setTouchEmulationEnabled", enabled=True)
    try:
        expect(page.run("return matchMedia('(pointer: coarse)').matches"), "the browser has no coarse pointer")
        sizes = page.run("return [...document.querySelectorAll('select, input[type=number]')].map((place) => parseFloat(getComputedStyle(place).fontSize))")
        expect(min(sizes) >= 16, f"a phone enlarges a field of {min(sizes)} pixels")
        expect(page.run("return document.documentElement.scrollWidth") <= 360, "larger fields are wider than the phone")
    finally:
        page.command("Emulation.setTouchEmulationEnabled", enabled=False)
    page.resize(1280, 900)


def check_cost(page, server):
    """Ten pages that watch cost less than one and a half times one, and a picture is made once for all of them."""
    page.driver.get("about:blank")
    time.sleep(3)
    stop = threading.Event()
    received = [0]

    def watch(number):
        events = urllib.request.urlopen(f"{server.url}events?page=watcher{number:04}", timeout=LIMIT)
        threading.Thread(target=lambda: [None for _ in iter(lambda: stop.is_set() or not events.readline(), True)], daemon=True).start()
        last = 0
        while not stop.is_set():
            with urllib.request.urlopen(f"{server.url}picture.jpg?after={last}", timeout=LIMIT) as answer:
                answer.read()
                last = answer.headers.get("X-Picture", last)
                received[0] += 1

    def cost(count):
        stop.clear()
        received[0] = 0
        threads = [threading.Thread(target=watch, args=(number,), daemon=True) for number in range(count)]
        for thread in threads:
            thread.start()
        time.sleep(2)
        start, cpu, pictures = time.monotonic(), server.cpu(), received[0]
        time.sleep(8)
        spent = (server.cpu() - cpu) / (time.monotonic() - start)
        rate = (received[0] - pictures) / (time.monotonic() - start) / count
        stop.set()
        for thread in threads:
            thread.join(LIMIT)
        time.sleep(1)
        return spent, rate

    idle = server.cpu()
    time.sleep(5)
    idle = (server.cpu() - idle) / 5
    (one, rate_of_one), (ten, rate_of_ten) = cost(1), cost(10)
    page.driver.get(server.url)
    page.wait(lambda: page.text("connection") == "live", "the page is live")
    text = (f"none {100 * idle:.1f} %, one {100 * one:.1f} % at {rate_of_one:.1f} pictures a second, "
            f"ten {100 * ten:.1f} % at {rate_of_ten:.1f} of a core")
    expect(ten < 1.5 * one, text)
    return text


# The simulated camera's frames a second. A change waits for the frame that is being taken to end, for the two of the pipeline, and for the one
# that then has it to be read.
RATE = 30
CAMERA_FRAMES = 4


def check_latency(page, server):
    """From a command to the first trusted frame: the camera's own frames and what the page adds."""
    server.wait(lambda state: state["frame"]["isTrusted"], "a trusted frame")
    times = []
    for index in range(20):
        value = 4000 + 50 * index
        took = page.driver.execute_async_script("""
            const [value, done] = arguments;
            import("/connection.js").then(({ on, send }) => {
              const start = performance.now();
              let [isOver, set] = [false, null];
              on("state", (state) => {
                if (state.whiteBalance.askedLight?.temperature !== value) return;
                // The first state that has it is told with the frame from before.
                set ??= state.frame.sequence;
                if (isOver || state.frame.sequence <= set || !state.frame.isTrusted) return;
                isOver = true;
                done(performance.now() - start);
              });
              send("light", { temperature: value, tint: 0 });
            });""", value)
        times.append(took)
        # A command comes at any moment of a frame.
        time.sleep(0.2 + 0.0017 * index)
    middle, worst = statistics.median(times), max(times)
    text = f"median {middle:.0f} ms, longest {worst:.0f} ms; the camera's own is up to {1000 * CAMERA_FRAMES / RATE:.0f} ms"
    expect(worst < 1000 * CAMERA_FRAMES / RATE + 50, text)
    return text


def check_pictures(page, server):
    """The pages of the documentation."""
    set_light(page, server, "A", 1)
    page.press("gray-card")
    time.sleep(1)
    page.run("for (const d of document.querySelectorAll('details')) d.open = false; document.activeElement.blur(); scrollTo(0, 0)")
    os.makedirs(PICTURES, exist_ok=True)
    for name, width, dark in (("camera-page", 1280, False), ("camera-page-dark", 1280, True), ("camera-page-phone", 360, False)):
        page.resize(width, 800)
        page.theme(dark)
        time.sleep(0.5)
        page.picture(f"{PICTURES}/{name}.png")
    page.resize(1280, 900)
    page.theme(False)
    page.run("document.getElementById('calibration-panel').open = true; document.getElementById('scene-panel').open = true")
    Select(page.find("scene-subject")).select_by_value("chart")
    set_light(page, server, "D65", 0.3)
    page.type("temperature-number", "6504")
    page.type("tint-number", "0")
    page.click("surface-chart")
    time.sleep(1)
    page.run("for (const d of document.querySelectorAll('details')) d.open = d.id === 'calibration-panel'; document.activeElement.blur(); scrollTo(0, 0)")
    time.sleep(0.5)
    page.picture(f"{PICTURES}/camera-page-chart.png")
    page.run("document.getElementById('scene-panel').open = true")
    Select(page.find("scene-subject")).select_by_value("card")


CHECKS = [check_temperature, check_gray_card, check_scan, check_refusal, check_point, check_keyboard, check_arrows, check_hold, check_two_pages,
          check_reload, check_unplug, check_lost, *controls.CHECKS, check_calibration, check_chart, check_rest, check_access, check_phone, check_latency, check_cost]


# These checks need neither a scene that the page can change nor a measurement of the processor's time.
ON_RIG = [check_temperature, check_gray_card, check_scan, check_two_pages, check_reload, check_phone, check_unplug]


def end_of_rig(server):
    """The tool in the guest ended by its signal, and the controls are as they were when it began or the camera came back."""
    states = server.end()
    expect(server.read("status").strip() == "143", f"SIGTERM ends the tool with {server.read('status')!r}: {server.read('errors')}")
    names = ("exposure", "gain", "red_balance", "blue_balance", "focus")
    first, last = ({name: state[name] for name in names} for state in (states[3], states[-1]))
    expect(first == last, f"the camera was found at {first} and left at {last}")


def main():
    chosen = {f"check_{word.replace('-', '_')}" for word in arguments}
    is_rig = "--rig" in sys.argv
    checks = (ON_RIG if is_rig else CHECKS) + ([check_pictures] if "--pictures" in sys.argv else [])
    unknown = chosen - {check.__name__ for check in checks}
    if unknown:
        sys.exit(f"there is no check {', '.join(unknown)}; there are {', '.join(check.__name__[6:] for check in checks)}")
    server = RigServer(TOOL) if is_rig else Server(TOOL)
    failures = 0
    page = Page(server.url)
    try:
        for check in checks:
            if chosen and check.__name__ not in chosen and check is not check_pictures:
                continue
            try:
                found = check(page, server)
                complaints = page.complaints()
                # A refused command is told by its status, which the browser notes.
                if check in (check_refusal, controls.check_clamping):
                    complaints = [text for text in complaints if "409" not in text]
                expect(not complaints, f"the console says {complaints}")
                print(f"ok      {check.__name__[6:]}: {check.__doc__}{f' ({found})' if found else ''}", flush=True)
            except Exception as error:
                failures += 1
                print(f"FAILED  {check.__name__[6:]}: {check.__doc__}\n        {type(error).__name__}: {error}", flush=True)
                page.complaints()
    finally:
        page.end()
        try:
            if is_rig:
                end_of_rig(server)
            else:
                status = server.end()
                expect(status == -2, f"Ctrl-C ends it with {status}, not by its signal")
        except Exception as error:
            failures += 1
            print(f"FAILED  the tool's end: {error}")
        print(f"{failures} failures")
    sys.exit(1 if failures else 0)


main()
