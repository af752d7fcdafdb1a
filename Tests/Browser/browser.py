"""A browser before a served camera: what the checks of screen.py are written with."""
import json
import os
import re
import select
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

LIMIT = 20.0


class Failed(Exception):
    pass


class Server:
    """The tool, serving a simulated camera at a free port."""

    def __init__(self, tool, camera="simulated:", address="127.0.0.1"):
        command = [tool, "camera", "serve", camera, "--listen", f"{address}:0"]
        # A shell that runs this in the background ignores Ctrl-C for it, and the tool would inherit that.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if not select.select([self.process.stdout], [], [], LIMIT)[0]:
            raise Failed("the tool printed no address")
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        if not found:
            raise Failed(f"no address in {line!r}{self.process.stderr.read()}")
        self.url = found[0]

    def get(self, path):
        with urllib.request.urlopen(self.url.rstrip("/") + path, timeout=LIMIT) as answer:
            return answer.read()

    def state(self):
        return json.loads(self.get("/state.json"))

    def wait(self, wanted, what, limit=LIMIT):
        end = time.monotonic() + limit
        while time.monotonic() < end:
            state = self.state()
            if wanted(state):
                return state
            time.sleep(0.03)
        raise Failed(f"{what}: not within {limit} s; the state is {json.dumps(self.state())[:2000]}")

    def cpu(self):
        """The processor's seconds that the tool has used."""
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(LIMIT)


class RigServer(Server):
    """The tool in the camera rig's guest, serving the rig's UVC camera through the kernel's own driver."""

    KELVINS = {"A": 2856, "D50": 5003, "D65": 6504}
    # A share of the range that is neither clipped nor dark at the exposure that the camera begins with.
    LEVEL = 0.25

    def __init__(self, tool):
        self.tool = os.path.abspath(tool)
        self.folder = tempfile.mkdtemp()
        self.profile = os.path.join(self.folder, "camera.icc")
        # Its black level, a sixteenth of the range, is the rig's.
        self.wbcal("profile", "import", "Tests/ReferenceData/libcamera/vc4/imx219.json", "--bits", "16", "--output", self.profile)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        # In the guest the folder is /mnt.
        command = ["Tests/CameraRig/run", "--silence", "120", "--forward", str(port), "--output", self.folder, "--",
                   "/bin/bash", os.path.abspath("Tests/Browser/serve-in-guest"), self.tool, "/mnt/camera.icc", str(port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        address = self.wait_for(lambda: re.search(r"http://\S+", self.read("address")), "the tool's address", 60)
        self.token = address[0].split("token=")[1]
        self.url = f"http://127.0.0.1:{port}/?token={self.token}"
        self.answers = len(self.read("answers").splitlines())

    def wait(self, wanted, what, limit=LIMIT):
        # The guest's clock is several times slower than this machine's where the machine has other work.
        return super().wait(wanted, what, 4 * limit)

    def wbcal(self, *arguments):
        return subprocess.run([self.tool, *arguments], capture_output=True, text=True, check=True).stdout

    def read(self, name):
        try:
            with open(os.path.join(self.folder, name)) as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def wait_for(self, wanted, what, limit=LIMIT):
        end = time.monotonic() + limit
        while time.monotonic() < end:
            found = wanted()
            if found:
                return found
            if self.process.poll() is not None:
                raise Failed(f"the guest ended: {self.process.stdout.read()}{self.read('errors')}")
            time.sleep(0.05)
        raise Failed(f"{what}: not within {limit} s; {self.read('errors')}")

    def get(self, path):
        with urllib.request.urlopen(f"{self.url.split('/?')[0]}{path}?token={self.token}", timeout=LIMIT) as answer:
            return answer.read()

    def tell(self, line):
        """Has the camera do something, and returns its answer."""
        with open(os.path.join(self.folder, "commands"), "a") as file:
            file.write(line + "\n")
        self.answers += 1
        self.wait_for(lambda: len(self.read("answers").splitlines()) >= self.answers, line)
        return self.read("answers").splitlines()[self.answers - 1]

    def show(self, light, brightness):
        gains = json.loads(self.wbcal("convert", "--from", "temperature", "--profile", self.profile, "--json", str(self.KELVINS[light]), "0"))["gains"]
        red, green, blue = (self.LEVEL * brightness / gains[name] for name in ("red", "green", "blue"))
        answer = self.tell(f"light {red:.6f} {green:.6f} {blue:.6f}")
        if not answer.startswith("ok"):
            raise Failed(answer)

    def end(self):
        """Ends the tool by SIGTERM.

        Returns: what the camera said that it was at, from the first command to the last.
        """
        with open(os.path.join(self.folder, "commands"), "a") as file:
            file.write("end\n")
        self.process.wait(60)
        states = [dict(word.split("=") for word in line.split()[1:]) for line in self.read("answers").splitlines() if line.startswith("ok")]
        return states


class Page:
    """A window of a browser of its own, so that its storage is no other's."""

    def __init__(self, url, width=1280, height=900, dark=False):
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={width},{height}"]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(LIMIT)
        self.resize(width, height)
        self.theme(dark)
        self.driver.get(url)
        self.wait(lambda: self.text("connection") == "live", "the page is live")

    def resize(self, width, height):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def theme(self, dark):
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def command(self, name, **fields):
        return self.driver.execute_cdp_cmd(name, fields)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, id):
        return self.driver.find_element(By.ID, id)

    def text(self, id):
        return self.run("return document.getElementById(arguments[0]).textContent", id)

    def is_shown(self, id):
        return self.run("return document.getElementById(arguments[0]).checkVisibility()", id)

    def click(self, id):
        place = self.find(id)
        self.run("arguments[0].scrollIntoView({block: 'center'})", place)
        place.click()

    def press(self, id):
        """Clicks a button and waits until the camera has answered: on a busy machine frames come meanwhile."""
        self.run("performance.clearResourceTimings()")
        self.click(id)
        answered = "return performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/command') && entry.responseEnd > 0)"
        self.wait(lambda: self.run(answered), f"the answer to '{id}'")

    def type(self, id, text):
        place = self.find(id)
        self.run("arguments[0].scrollIntoView({block: 'center'})", place)
        place.send_keys(Keys.CONTROL + "a")
        place.send_keys(text + Keys.TAB)

    def wait(self, wanted, what, limit=LIMIT):
        end = time.monotonic() + limit
        while time.monotonic() < end:
            if wanted():
                return
            time.sleep(0.05)
        raise Failed(f"{what}: not within {limit} s")

    def complaints(self):
        """Returns the errors and warnings that the console has logged since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def picture(self, path):
        import base64
        shot = self.command("Page.captureScreenshot", captureBeyondViewport=True, format="png")
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def end(self):
        self.driver.quit()


def axe():
    """axe-core's script, out of the package that brings it."""
    import axe_core_python
    return open(os.path.join(os.path.dirname(axe_core_python.__file__), "axe.min.js")).read()


def expect(is_true, text):
    if not is_true:
        raise Failed(text)


# A cast may be half a percent. expect_neutral also allows the noise of the readings, at three standard errors.
FOLLOWS = 0.005


def cast(state):
    balanced = state["reading"]["balanced"]
    return balanced["x"], balanced["y"]


def noise(state):
    record = state["reading"]["measurement"]
    return 3 * max(record["standardError"][name] / record["gains"][name] for name in ("red", "blue"))


def after_change(server, what, wanted=lambda state: True):
    """A state whose reading is of a frame that came after the last change, by several frames."""
    start = server.state()["frame"]["sequence"]
    return server.wait(lambda state: state.get("reading", {}).get("sequence", 0) > start + 6 and wanted(state), what)


def expect_neutral(server, what):
    casts = []
    for _ in range(8):
        # A frame while exposure still moves may be refused, and has no cast.
        state = after_change(server, what, lambda state: "balanced" in state["reading"])
        casts.append((*cast(state), noise(state)))
    for channel in (0, 1):
        mean = statistics.fmean(entry[channel] for entry in casts)
        allowed = FOLLOWS + max(entry[2] for entry in casts) / len(casts) ** 0.5
        expect(abs(mean - 1) < allowed, f"{what}: a cast of {mean - 1:+.4f}, allowed {allowed:.4f}")


def set_light(page, server, light, brightness=1):
    if isinstance(server, RigServer):
        server.show(light, brightness)
        after_change(server, "frames of the light")
        return
    page.run("document.getElementById('scene-panel').open = true")
    page.run("document.getElementById('scene-light').scrollIntoView({block: 'center'})")
    Select(page.find("scene-light")).select_by_value(light)
    server.wait(lambda state: state["camera"]["scene"]["light"] == light, f"the light is {light}")
    page.type("scene-brightness-number", str(brightness))
    server.wait(lambda state: abs(state["camera"]["scene"]["brightness"] - brightness) < 0.01, "the brightness is set")
    page.run("document.activeElement.blur()")
    after_change(server, "frames of the light")
