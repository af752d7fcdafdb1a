"""Checks of the screen's controls and of what it gives away, one by one; see run."""
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from browser import after_change, expect, expect_neutral, set_light

TOOL = sys.argv[1]


def press(page, group, value):
    """Presses the button of a choice that has `value`."""
    def button():
        return page.find(group).find_element(By.CSS_SELECTOR, f"button[data-value='{value}']")

    page.run("arguments[0].scrollIntoView({block: 'center'})", button())
    button().click()
    # What is offered may change with the mode, and the buttons are then others.
    pressed = "return document.querySelector(`#${arguments[0]} button[data-value='${arguments[1]}']`)?.getAttribute('aria-pressed')"
    page.wait(lambda: page.run(pressed, group, value) == "true", f"{value} is pressed")


def check_modes(page, server):
    """Automatic and locked white balance, and gray world."""
    set_light(page, server, "D50", 1)
    press(page, "wb-modes", "auto")
    server.wait(lambda state: state["whiteBalance"]["mode"] == "auto", "white balance is automatic")
    expect_neutral(server, "the card by automatic white balance")
    press(page, "wb-modes", "locked")
    server.wait(lambda state: state["whiteBalance"]["mode"] == "locked", "white balance is locked")
    page.type("temperature-number", "3000")
    page.click("gray-world")
    server.wait(lambda state: "askedLight" not in state["whiteBalance"] and "askedGains" in state["whiteBalance"], "gray world is set")
    expect_neutral(server, "the card by gray world, before a gray wall")


def check_presets(page, server):
    """Presets are lights that are set at once; gains can be set by themselves."""
    presets = server.state()["presets"]
    for preset in presets:
        press(page, "presets", preset["name"])
        server.wait(lambda state: state["whiteBalance"].get("askedLight") == preset["light"], f"{preset['name']} is set")
    page.wait(lambda: page.find("temperature-number").get_attribute("value") == "7500", "the slider shows the preset's temperature")
    page.run("document.getElementById('red').closest('details').open = true")
    page.type("red-number", "1.75")
    state = server.wait(lambda state: abs(state["whiteBalance"]["gains"]["red"] - 1.75) < 0.01, "the gain is set")
    page.wait(lambda: f"is {state['whiteBalance']['gains']['red']:.3f}" in page.text("red"), "the page shows what was done")
    return ", ".join(preset["name"] for preset in presets)


def check_clamping(page, server):
    """A largest gain clamps, and the page says what that costs; refused gains are told."""
    set_light(page, server, "A", 1)
    page.run("document.getElementById('red').closest('details').open = true")
    page.type("limit-number", "1.5")
    server.wait(lambda state: state["whiteBalance"]["limit"] == 1.5, "the limit is set")
    page.type("tint-number", "0")
    page.type("temperature-number", "3000")
    state = server.wait(lambda state: state["whiteBalance"].get("askedLight", {}).get("temperature") == 3000 and "shift" in state["whiteBalance"], "what clamping costs")
    gains, shift = state["whiteBalance"]["gains"], state["whiteBalance"]["shift"]
    # The driver's steps may round up.
    expect(max(gains.values()) < 1.5 * 1.005, f"the gains are {gains}")
    page.wait(lambda: page.is_shown("shift") and f"{abs(shift['temperature']):.0f} K" in page.text("shift"), f"the page says that it costs {shift}")
    said = page.text("shift")
    # The other gains stay as they were asked for, and do not become what they were fitted to.
    before = state["whiteBalance"]["askedGains"]
    time.sleep(1)
    page.find("blue-range").send_keys(Keys.ARROW_RIGHT)
    asked = server.wait(lambda state: state["whiteBalance"]["askedGains"] != before, "one gain is moved")["whiteBalance"]["askedGains"]
    expect(abs(asked["red"] / asked["green"] - before["red"] / before["green"]) < 1e-6, f"the gains {before} become {asked}")
    page.click("gray-card")
    Select(page.find("policy")).select_by_value("refuse")
    page.wait(lambda: page.is_shown("alert") and "1.5" in page.text("alert"), "refused gains are told")
    Select(page.find("policy")).select_by_value("nearest-light")
    page.type("limit-number", f"{state['whiteBalance']['maximum']}")
    server.wait(lambda state: "shift" not in state["whiteBalance"], "without the limit nothing is clamped")
    page.wait(lambda: not page.is_shown("shift"), "and the page says nothing of it")
    expect_neutral(server, "the card without the limit")
    return said


def check_exposure(page, server):
    """Duration and ISO are asked for, and the page shows what the camera has; what it has not is absent."""
    set_light(page, server, "D65", 1)
    page.type("duration-number", "4")
    page.type("iso-number", "200")
    state = server.wait(lambda state: abs(state["exposure"]["duration"] - 0.004) < 0.0001 and abs(state["exposure"]["iso"] - 200) < 2, "the exposure is set")
    page.wait(lambda: "is 1/250 s" in page.text("duration") and "is 200" in page.text("iso"), "the page shows what was done")
    page.wait(lambda: "stops beside the target" in page.text("offset"), "the offset")
    expect(("biases" in state["exposure"]) == page.is_shown("bias"), "a bias is shown where the camera has one, and else absent")
    press(page, "exposure-modes", "auto")
    expect(page.run("return document.activeElement.dataset.value") == "auto", "the focus is lost while the buttons change")
    server.wait(lambda state: state["exposure"]["mode"] == "auto", "the exposure is automatic")
    page.wait(lambda: page.text("exposure-state") in ("auto", "adjusting"), "the page says so")
    press(page, "exposure-modes", "locked")
    page.type("duration-number", "10")
    page.type("iso-number", "100")
    server.wait(lambda state: abs(state["exposure"]["duration"] - 0.01) < 0.0001, "the exposure is as it was")


def check_focus(page, server):
    """The lens goes where it is asked to."""
    for place in ("0.2", "0.5"):
        page.type("lens-number", place)
        state = server.wait(lambda state: abs(state["focus"]["position"] - float(place)) < 0.005, f"the lens is at {place}")
        page.wait(lambda: f"is {state['focus']['position']:.3f}" in page.text("lens"), "the page shows what was done")


def check_metering(page, server):
    """The metering mode is chosen, and the outline is what is read."""
    shares = {}
    for mode in ("uniform", "weighted", "spot"):
        Select(page.find("metering-mode")).select_by_value(mode)
        state = server.wait(lambda state: state["meter"]["mode"] == mode, f"the mode is {mode}")
        expected = state["meter"]["region"][2]
        page.wait(lambda: abs(page.run("return parseFloat(document.getElementById('region').style.width)") - 100 * expected) < 0.01, "the outline")
        shares[mode] = expected
        if mode == "uniform":
            page.run("document.getElementById('region').focus({ focusVisible: true })")
            offset = page.run("return parseFloat(getComputedStyle(document.getElementById('region')).outlineOffset)")
            expect(offset <= -3, f"the focus is {offset} pixels beside a picture's edge")
        page.run("document.activeElement.blur()")
    expect(shares["uniform"] == 1 and shares["spot"] < 0.5, f"the outlines are {shares} wide")


def check_files(page, server):
    """The reading is copied, the readings and a frame are saved, and the tool reads what was saved."""
    page.command("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    after_change(server, "a reading", lambda state: state["reading"]["measurement"]["verdict"] == "ok")
    page.click("copy")
    page.wait(lambda: page.text("copy") == "Copied", "the button says so")
    copied = json.loads(page.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])"))
    expect(set(copied) == set(server.state()["reading"]["measurement"]), f"what is copied has the keys {sorted(copied)}")
    with tempfile.TemporaryDirectory() as folder:
        page.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)

        def saved(name):
            path = os.path.join(folder, name)
            page.wait(lambda: os.path.exists(path) and os.path.getsize(path) > 0, name)
            return path

        page.run("document.querySelector('a[href=\"/readings.jsonl\"]').click()")
        with open(saved("readings.jsonl")) as file:
            readings = [json.loads(line) for line in file]
        times = [reading["time"] for reading in readings]
        expect(len(times) > 10 and times == sorted(times) and times[-1] - times[0] <= 60, f"{len(times)} readings over {times[-1] - times[0]:.0f} s")
        expect(page.run("return document.querySelector('#history .trail').points.numberOfItems") > 5, "the history of temperature is drawn")
        page.run("""window.kept = window.fetch;
            window.fetch = async () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('cut')) }));""")
        try:
            page.click("save-frame")
            page.wait(lambda: "did not come whole" in page.text("alert"), "an interrupted frame is told of")
        finally:
            page.run("window.fetch = window.kept")
        page.click("save-frame")
        page.wait(lambda: not page.is_shown("alert"), "the alert goes")
        measured = json.loads(subprocess.run([TOOL, "measure", saved("frame.dng"), "--json"], capture_output=True, text=True, check=True).stdout)
    expect(measured["verdict"] == "ok", f"the saved frame is {measured}")
    found, shown = measured["temperature"], copied["temperature"]
    expect(abs(1e6 / found - 1e6 / shown) < 5, f"the saved frame is of {found:.0f} K, and the page says {shown:.0f} K")
    return f"{len(readings)} readings, a frame of {found:.0f} K"


def check_slow(page, server):
    """Frames that are read slowly, as over a poor network, come whole; those that nobody reads are dropped."""
    host, port = re.search(r"http://([^/:]+):(\d+)", server.url).groups()
    # More than the system keeps for a connection.
    count = 16

    def answers(rate):
        """Reads the answers at `rate` bytes a second. Without a rate, waits for 20 s and then reads the rest."""
        with socket.socket() as link:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            link.settimeout(60)
            link.connect((host, int(port)))
            fields = [f"GET /frame.dng HTTP/1.1\r\nHost: {host}:{port}\r\n" for _ in range(count)]
            link.sendall(("\r\n".join(fields) + "Connection: close\r\n\r\n").encode())
            if not rate:
                time.sleep(20)
            came = b""
            try:
                while part := link.recv(4096):
                    came += part
                    time.sleep(len(part) / rate if rate else 0)
            except ConnectionError:
                pass
            return came

    begin = time.monotonic()
    slow = answers(60000)
    took = time.monotonic() - begin
    lengths = [int(length) for length in re.findall(rb"content-length: (\d+)", slow.lower())]
    expect(slow.count(b"HTTP/1.1 200") == count, "not every request has its frame")
    expect(len(lengths) == count and len(slow) > sum(lengths), f"{len(slow)} bytes of {lengths} came in {took:.0f} s")
    unread = answers(None)
    expect(len(unread) < sum(lengths), f"of frames that nobody read, {len(unread)} bytes were kept")
    return f"{len(slow)} bytes in {took:.0f} s; {len(unread)} that nobody read for 20 s"


CHECKS = [check_modes, check_presets, check_clamping, check_exposure, check_focus, check_metering, check_files, check_slow]
