#!/usr/bin/python3
"""Tests the page of `descent report` in Chromium: report_test.py PROGRAM

Runs a small experiment whose labels try to be markup, makes its page, and compares what the page draws and says with
curves.csv. Needs Debian's chromium, chromium-driver and python3-selenium."""

import base64
import csv
import gzip
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import unittest

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

PATIENCE = 120  # seconds, on a machine that others use as well
HOSTILE = "<script>window.hacked = 1</script><b>bold</b>"
SHELL = "\"; system(\"touch hacked\") ${x} `y` 'z' &lt;"
AXE = os.environ.get("AXE_CORE", "/usr/share/javascript/axe-core/axe.min.js")  # the npm package's axe.min.js

CONFIG = {
    "name": "tiny", "title": "A title with <i>markup</i> & \"quotes\"",
    "datasets": ["./data", "./more"], "loss": "hinge", "regularizer": "l2", "lambdas": ["1/m", "10/m", "100/m"], "seeds": 3, "passes": 30,
    "methods": [
        {"name": "nonsmooth_scd", "label": "Non-smooth SCD", "step": 1, "protocols": ["own", "all"]},
        {"name": "pegasos", "label": HOSTILE, "protocols": ["own"]},
        {"name": "cyclic_dcd", "label": SHELL},
    ] + [{"name": "nonsmooth_scd", "label": f"SCD {k}", "step": k, "offset": True, "protocols": ["all"]} for k in range(2, 12)]
      + [{"name": "batch_rda", "label": "Batch RDA, tuned", "offset": True, "protocols": ["all"]}],
}

CLAIMS = {
    "title": "Findings <u>of</u> ours", "source": "our notes", "loss": "hinge", "lambda": "1/m",
    "settings": [{"name": "own", "title": "own steps", "protocol": "own"}, {"name": "all", "title": "all steps", "protocol": "all"},
                 {"name": "own-10", "title": "λ = 10/m", "protocol": "own", "lambda": "10/m", "variation_of": "own"}],
    "summary": {"title": "Dual CD is faster", "columns": ["own", "all"], "claims": ["dual-is-faster"],
                "rows": [{"title": "here", "settings": ["own", "all"]}, {"title": "nowhere", "settings": ["all", "all"]}]},
    "claims": [{
        "id": "dual-is-faster", "finding": "ours", "statement": "Dual CD is faster than Pegasos.", "kind": "faster",
        "regularizer": "l2", "faster": "cyclic_dcd", "slower": "pegasos", "in": "passes", "targets": [0.1, 0.01]}, {
        "id": "dual-is-faster-than-rda", "finding": "ours as well", "statement": "Dual CD is faster than RDA.", "kind": "faster",
        "regularizer": "l2", "faster": "cyclic_dcd", "slower": "batch_rda", "in": "passes", "targets": [0.1, 0.01]}],
}

# Elements that take the focus without a name, contrasts below 4.5, and names that are used twice.
CHECKS = """
const found = [];
const shown = [...document.querySelectorAll('*')].filter((each) => each.checkVisibility && each.checkVisibility());
for (const each of shown.filter((each) => each.matches('button, select, input, [tabindex], a')))
  if (!(each.getAttribute('aria-label') || each.textContent.trim() || (each.labels && each.labels.length))) found.push(['no name', each.outerHTML.slice(0, 99)]);
const ids = shown.map((each) => each.id).filter(Boolean);
for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) found.push(['used twice', id]);
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const luminance = (colour) => {
  canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
  const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((each) => each / 255).map((each) => each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const paper = luminance(getComputedStyle(document.body).backgroundColor);
for (const each of shown) {
  if (![...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
  const style = getComputedStyle(each), ink = luminance(each instanceof SVGElement ? style.fill : style.color);
  const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
  if (contrast < 4.5) found.push([`contrast ${contrast.toFixed(1)}`, each.outerHTML.slice(0, 99)]);
}
return found;"""


def write_data(path, seed):
    """200 rows of a problem that is not separable."""
    draw = random.Random(seed)
    with open(path, "w") as file:
        for _ in range(200):
            row = [draw.gauss(0, 1) for _ in range(20)]
            label = 1 if row[0] - row[1] + draw.gauss(0, 1) > 0 else -1
            file.write(f"{label:+d} " + " ".join(f"{j + 1}:{value:.4f}" for j, value in enumerate(row)) + "\n")


def read_csv(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


class ReportPage(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="descent-browser-")
        write_data(cls.path("data"), 7)
        write_data(cls.path("more"), 8)
        with open(cls.path("tiny.json"), "w") as file:
            json.dump(CONFIG, file)
        cls.results = cls.path("out")
        for command in ("tune", "run"):
            cls.command(command, cls.path("tiny.json"), "--out", cls.results, "--quiet", "--jobs", "1")
        cls.curves = read_csv(os.path.join(cls.results, "curves.csv"))
        claims = json.loads(json.dumps(CLAIMS))
        for part in (*claims["claims"], *claims["summary"]["rows"]):
            part["datasets"] = [cls.curves[0]["dataset"]]
        with open(cls.path("claims.json"), "w") as file:
            json.dump(claims, file)
        cls.command("report", cls.results, "--claims", cls.path("claims.json"), "--out", cls.path("page.html"))
        cls.start_browser()

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder.name, name)

    @classmethod
    def command(cls, *words):
        if subprocess.run([PROGRAM, *words], cwd=cls.folder.name, stdout=subprocess.DEVNULL).returncode != 0:
            sys.exit(f"report_test.py: descent {' '.join(words)}: has failed, as it says above")

    @classmethod
    def start_browser(cls):
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
                         "--disable-dev-shm-usage", "--hide-scrollbars"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        try:
            cls.browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        except WebDriverException as error:
            sys.exit(f"report_test.py: Chromium cannot be started, so that nothing of the page is tested: {error.msg}")
        cls.browser.set_script_timeout(PATIENCE)
        cls.browser.set_page_load_timeout(PATIENCE)

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        cls.folder.cleanup()

    def js(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def wait(self, script, *arguments):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            value = self.js(script, *arguments)
            if value:
                return value
            time.sleep(0.05)
        raise AssertionError(f"never: {script}")

    @classmethod
    def write_page(cls, name, change):
        """Writes the page with other data."""
        with open(cls.path("page.html")) as file:
            page = file.read()
        packed = re.search(r'id="data">([^<]*)<', page).group(1)
        data = json.loads(gzip.decompress(base64.b64decode(packed)))
        change(data)
        with open(cls.path(name), "w") as file:
            file.write(page.replace(packed, base64.b64encode(gzip.compress(json.dumps(data).encode())).decode()))
        return data

    def open(self, address="", width=1400, height=900, scheme="light", page="page.html"):
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.browser.get("about:blank")
        self.browser.get("file://" + self.path(page) + address)
        self.wait("return document.documentElement.dataset.ready")

    def setUp(self):
        self.open()

    def select(self, name, value):
        self.js("const each = document.getElementById(arguments[0]); each.value = arguments[1]; each.dispatchEvent(new Event('change'))", f"choose-{name}", value)

    def legend(self):
        return self.js("return [...document.querySelectorAll('#legend [aria-pressed=true]')].map((each) => each.textContent)")

    def panels(self):
        return self.js("return [...document.querySelectorAll('.panel .name')].map((each) => each.firstChild.data)")

    def state(self, name):
        return self.js("return state[arguments[0]]", name)

    def press(self, *keys):
        plot = self.browser.find_element(By.CLASS_NAME, "plot")
        plot.send_keys(*keys)

    def tip(self):
        return self.js("const tip = document.getElementById('tip'); return tip.hidden ? '' : tip.innerText")

    def cpu_seconds(self):
        """Of the page, which other programs on the machine do not change."""
        return {each["name"]: each["value"] for each in self.browser.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]}["TaskDuration"]

    def drag(self, start, end):
        """Draws a box on the first chart, between shares of its size."""
        plot = self.browser.find_element(By.CLASS_NAME, "plot")
        size = plot.size
        offset = lambda place: (int((place[0] - 0.5) * size["width"]), int((place[1] - 0.5) * size["height"]))
        ActionChains(self.browser).move_to_element_with_offset(plot, *offset(start)).click_and_hold() \
            .move_to_element_with_offset(plot, *offset(end)).release().perform()

    def test_nothing_is_asked_for_and_no_error_is_logged(self):
        requests = set()
        for entry in self.browser.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                requests.add(message["params"]["request"]["url"].split("#")[0])
        self.assertEqual([each for each in requests if not each.startswith(("data:", "blob:", "about:", "file://" + self.path("")))], [])
        self.assertEqual([entry for entry in self.browser.get_log("browser") if entry["level"] != "INFO"], [])
        self.assertEqual(self.browser.execute_async_script(
            "const done = arguments[0]; fetch('https://example.org/').then(() => done('fetched'), () => done('refused'));"), "refused")
        self.browser.get_log("browser")

    def test_labels_are_text_and_no_path_is_there(self):
        self.assertIsNone(self.js("return window.hacked"))
        self.assertEqual(self.js("return document.querySelectorAll('h1 i, main b, h2 u, main script').length"), 0)
        self.assertEqual(self.legend(), ["Non-smooth SCD", HOSTILE, SHELL])
        self.assertEqual(self.js("return document.querySelector('h1').textContent"), CONFIG["title"])
        self.assertFalse(self.js("return JSON.stringify(data.experiments).includes(arguments[0])", self.folder.name))

    def test_the_charts_are_drawn_from_the_curves_file(self):
        for x in ("cpu_seconds", "passes"):
            for y in ("suboptimality", "objective", "density"):
                self.select("x", x)
                self.select("y", y)
                drawn = self.js("""return shownProblems().map((problem) => shownMethods().map((look) => curveLine(problem, problem.curves.get(look.index), look)))
                    .flat().map(({label, points}) => [label, points.map((each) => [each.x, each.y])])""")
                self.assertEqual(len(drawn), 2 * 3)
                for i, (label, points) in enumerate(drawn):
                    rows = [row for row in self.curves if row["label"] == label and row["lambda_as_written"] == "1/m" and row["dataset"].endswith(("data", "more")[i // 3])]
                    column = {"suboptimality": "suboptimality_median", "objective": "objective_mean", "density": "density_mean"}[y]
                    scale = {"suboptimality": lambda row: 1 / float(row["lower_bound"]), "density": lambda row: 100}.get(y, lambda row: 1)
                    expected = [[float(row[x]), float(row[column]) * scale(row)] for row in rows]
                    self.assertEqual(len(points), len(expected))
                    for one, other in zip(points, expected):
                        for drawn_number, number in zip(one, other):
                            self.assertTrue(math.isclose(drawn_number, number, rel_tol=1e-12, abs_tol=1e-300), (label, one, other))

    def test_lines_are_where_the_axes_put_them(self):
        self.select("y", "objective")
        self.select("x", "passes")
        self.assertTrue(self.js("""const problem = shownProblems()[0], range = problem.ranges.passes[state.protocol].x;
            const width = Number(document.querySelector('.inside').getAttribute('width'));
            const line = curveLine(problem, problem.curves.get(0), part().methods[0]);
            const place = line.points.map((each) => width * Math.log(each.x / range[0]) / Math.log(range[1] / range[0])).filter(Number.isFinite);
            const drawn = document.querySelector('.curve .line').getAttribute('d').match(/[ML][^ ]+/g).map((each) => Number(each.slice(1)));
            return drawn.length === place.length && drawn.every((each, i) => Math.abs(each - place[i]) < 0.1)"""))

    def test_the_first_screen_has_the_first_chart_whole_with_its_legend(self):
        for width, height in ((1400, 900), (390, 844)):
            self.open(width=width, height=height)
            self.assertEqual(self.js("return [...document.querySelectorAll('.answer tbody th')].map((each) => each.textContent)"), ["here"])
            ends = self.js("return ['h1', '#conditions', '.answer', '#bar', '#legend', '.plot'].map((each) => document.querySelector(each).getBoundingClientRect().bottom)")
            self.assertEqual(ends, sorted(ends))
            self.assertLessEqual(ends[-1], height)
            self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), width)
            self.assertLess(self.js("return document.querySelectorAll('*').length"), 3000)
            self.js("window.scrollTo(0, 9999)")
            self.assertEqual(self.js("return document.getElementById('bar').getBoundingClientRect().top"), 0)
        self.open("#zoomx=1,2")
        self.assertLess(self.js("return document.getElementById('bar').offsetHeight"), 50)  # one line

    def test_the_first_lambda_is_the_papers_and_opened_sections_stay_open(self):
        self.js("data.experiments[0].problems.reverse()")  # λ = 100/m first
        self.assertEqual(self.js("return defaults(0).lambda"), "1/m")
        self.js("[...document.querySelectorAll('#facts details')].at(-1).open = true")
        self.wait("return document.querySelector('#facts pre')")
        self.select("dataset", "more")
        self.assertEqual(self.js("return [...document.querySelectorAll('#facts details')].map((each) => each.open).filter(Boolean).length"), 1)
        self.assertTrue(self.js("return document.querySelector('#facts pre').checkVisibility()"))

    def test_filters_show_less_and_the_address_holds_them(self):
        self.assertEqual(self.panels(), ["data", "more"])
        self.select("dataset", "more")
        self.assertEqual(self.panels(), ["more"])
        self.select("lambda", "10/m")
        self.assertIn("λ = 10/m", self.js("return document.querySelector('.panel').innerText"))
        self.select("protocol", "1")
        self.assertEqual(len(self.legend()), 8)  # of 13
        self.browser.find_element(By.ID, "methods").click()
        self.assertEqual(self.js("return document.querySelectorAll('#legend [aria-pressed]').length"), 13)
        self.js("document.querySelector('#legend [aria-pressed]').click()")
        self.assertEqual(len(self.legend()), 7)
        self.browser.find_element(By.ID, "methods").click()  # fewer: the one that is off stays
        self.assertEqual(self.js("return document.querySelectorAll('#legend [aria-pressed]').length"), 8)
        self.browser.find_element(By.ID, "methods").click()
        self.browser.find_elements(By.CSS_SELECTOR, "#legend [aria-pressed]")[-1].click()
        self.assertEqual(self.js("return [document.activeElement.getAttribute('aria-pressed'), state.methods.length]"), ["true", 8])
        self.select("y", "objective")
        address = self.js("return location.hash")
        shown = self.js("return JSON.stringify(state)")
        self.open(address)
        self.assertEqual(self.js("return JSON.stringify(state)"), shown)
        self.assertEqual(self.panels(), ["more"])
        self.select("dataset", "")
        self.browser.back()
        self.wait("return state.dataset === 'more'")
        self.assertEqual(self.panels(), ["more"])
        self.browser.forward()
        self.wait("return state.dataset === ''")
        self.open("#view=nothing&dataset=%3Cb%3E&x=y&methods=a,b&zoomx=1&protocol=99&setting=-1")
        self.assertEqual(self.panels(), [])  # no such methods
        self.assertEqual(self.state("view"), "curves")

    def test_the_first_view_has_the_axis_of_the_experiment(self):
        self.assertEqual(self.js("return [defaults(0).x, (data.experiments[0].axis = 'cpu_seconds', defaults(0).x)]"), ["passes", "cpu_seconds_with_setup"])

    def test_a_click_makes_a_chart_large_and_small(self):
        self.js("document.querySelectorAll('.panel .name')[1].click()")
        self.assertEqual(self.panels(), ["more"])
        self.js("document.querySelector('.panel .name').click()")
        self.assertEqual(self.panels(), ["data", "more"])

    def test_a_zoom_is_linked_and_stays_where_the_axes_do(self):
        self.drag((0.4, 0.3), (0.7, 0.7))
        zoom = self.wait("return state.zoomx")
        self.assertEqual(self.panels(), ["data", "more"])  # nothing was clicked
        self.assertEqual(self.js("return shownProblems().map((each) => rangesOf(each, []).x)"), [zoom, zoom])
        up = self.state("zoomy")
        self.select("protocol", "1")
        self.assertEqual([self.state("zoomx"), self.state("zoomy")], [zoom, up])
        self.select("y", "objective")
        self.assertEqual([self.state("zoomx"), self.state("zoomy")], [zoom, None])
        self.select("x", "cpu_seconds")
        self.assertIsNone(self.state("zoomx"))
        self.press("+")
        self.wait("return state.zoomx && state.zoomy")
        self.browser.find_element(By.ID, "reset").click()
        self.assertIsNone(self.state("zoomx"))

    def test_points_are_read_by_keys_and_by_mouse(self):
        self.press(Keys.ARROW_RIGHT)
        first = self.tip()
        self.assertIn("Non-smooth SCD", first)
        self.assertLessEqual(first.count("\n"), 4)
        self.assertRegex(first, r"median of 3 seeds")
        self.press(Keys.ARROW_RIGHT)
        self.assertNotEqual(self.tip(), first)
        self.press(Keys.ARROW_DOWN)
        self.assertIn(HOSTILE, self.tip())
        self.press(Keys.ENTER)
        self.assertIn("pegasos", self.js("return document.querySelector('dialog[open]').innerText"))
        ActionChains(self.browser).send_keys(Keys.ESCAPE).perform()
        self.wait("return !document.querySelector('dialog[open]')")
        # The point that the keys chose last.
        place = self.js("""const point = document.querySelector('.plot .cursor').getBoundingClientRect();
            return [point.left + point.width / 2, point.top + point.height / 2]""")
        plot = self.browser.find_element(By.CLASS_NAME, "plot")
        rect = plot.rect
        ActionChains(self.browser).move_to_element_with_offset(plot, int(place[0] - rect["x"] - rect["width"] / 2), int(place[1] - rect["y"] - rect["height"] / 2)).perform()
        self.wait("return !document.getElementById('tip').hidden")

    def test_a_curve_says_how_its_run_is_repeated(self):
        self.press(Keys.ARROW_RIGHT, Keys.ENTER)
        said = self.js("return document.querySelector('dialog[open]').innerText")
        run = re.search(r"descent replay results/tiny/runs/([0-9a-f]+)\.csv", said).group(1)
        self.assertTrue(os.path.exists(os.path.join(self.results, "runs", run + ".csv")))
        self.assertIn("step", said)

    def test_times_to_targets_are_those_of_the_table(self):
        self.open("#view=times&x=passes")
        rows = read_csv(os.path.join(self.results, "tables", "time_to_target.csv"))
        drawn = self.js("return timesOf(shownProblems()[0]).map(({target, entries}) => [target, entries.map((each) => each.time)])")
        self.assertGreater(len(drawn), 2)
        for target, times in drawn:
            of_target = [row for row in rows if float(row["target"]) == target and row["scale"] == "optimum" and row["dataset"].endswith("data")
                         and abs(float(row["lambda"]) * 200 - 1) < 1e-9 and row["variant"] in ("", "step=1")]
            self.assertEqual([None if row["passes_median"] in ("", "inf") or row["below_certificate"] == "1" else float(row["passes_median"]) for row in of_target],
                             [None if each is None or not math.isfinite(each) else each for each in times])
        self.assertEqual(self.js("return document.querySelectorAll('.panel table').length"), 0)
        self.js("document.querySelectorAll('.panel details').forEach((each) => each.open = true)")
        self.wait("return document.querySelectorAll('.panel table').length === 2")

    def test_times_over_lambda_are_those_of_the_table(self):
        self.open("#view=paths&x=passes&target=0.1")
        self.assertEqual(self.panels(), ["data", "more"])
        drawn = self.js("return pathLine(shownPaths()[1], shownMethods()[0]).points.map((each) => [each.x, each.y])")
        rows = [row for row in read_csv(os.path.join(self.results, "tables", "time_to_target.csv")) if float(row["target"]) == 0.1
                and row["scale"] == "optimum" and row["dataset"].endswith("more") and row["method"] == "nonsmooth_scd" and row["variant"] == "step=1"]
        self.assertEqual(len(rows), 3)
        self.assertEqual(drawn, [[200 * float(row["lambda"]), float(row["passes_median"])] for row in rows])
        self.js("const each = document.getElementById('target'); each.value = '1e-06'; each.dispatchEvent(new Event('change'))")
        self.assertIn("target=1e-06", self.js("return location.hash"))

    def test_a_large_page_opens_soon(self):
        def enlarge(data):  # as many numbers as four times the runs
            whole = data["experiments"][0]
            problems, files = list(whole["problems"]), dict(whole["files"])
            for k in range(2, 5):
                whole["problems"] += [{**each, "dataset": f"{each['dataset']} {k}", "title": f"{each['title']} {k}"} for each in problems]
                for name, text in files.items():
                    whole["files"][name] += re.sub(",(data|more),", rf",\1 {k},", text.partition("\n")[2])

        data = self.write_page("large.html", enlarge)
        self.browser.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
        before = self.cpu_seconds()
        self.open(page="large.html")
        seconds = self.cpu_seconds() - before
        self.assertEqual(len(self.panels()), 8)
        counts = "return [document.querySelectorAll('.plot').length, document.querySelectorAll('.place').length]"
        print(f"{len(json.dumps(data)) / 1e6:.1f} MB of numbers are shown after {seconds:.2f} CPU seconds ", end="", file=sys.stderr)
        self.assertLess(seconds, 1)
        self.open(page="large.html", height=300)
        self.assertEqual(self.js(counts), [6, 2])  # the first six at once
        self.js("window.scrollTo(0, 9999)")
        self.wait(counts.replace("return [", "return String([").replace("length]", "length]) === '8,0'"))
        self.open(page="large.html", height=300)
        self.browser.execute_cdp_cmd("Page.printToPDF", {})
        self.assertEqual(self.js(counts), [8, 0])

    def test_tabs_are_reached_by_keys(self):
        self.browser.find_element(By.ID, "tab-curves").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.assertEqual(self.state("view"), "profiles")
        self.assertEqual(self.js("return document.activeElement.id"), "tab-profiles")
        self.assertEqual(self.js("return document.querySelectorAll('.plot').length > 0"), True)

    def test_a_verdict_opens_its_comparisons_with_rule_and_units(self):
        self.js("document.querySelector('.verdict').click()")
        said = self.js("return document.querySelector('dialog[open]').innerText")
        self.assertIn(HOSTILE, said)
        self.assertIn("95 % interval [in brackets] is at least 1.5, against it below 1/1.5", said)
        self.assertIn("median passes over the data until (F(w) − D*)/D* stays at the target", said)
        self.assertIn("(passes)", said)
        # The view that it leads to has the same numbers for the same targets.
        cells = self.js("return [...document.querySelectorAll('dialog .compared tbody tr')].map((row) => [...row.children].slice(0, 3).map((each) => each.textContent.replace(/ \\(.*/, '')))")
        self.js("[...document.querySelectorAll('dialog a')].find((each) => each.textContent === 'Times to targets').click()")
        self.wait("return state.view === 'times'")
        self.assertFalse(self.js("return document.getElementById('dialog').open"))
        self.assertEqual([self.state("dataset"), self.state("x"), self.state("scale"), self.panels()], ["data", "passes", "optimum", ["data"]])
        self.assertGreater(len(cells), 1)
        self.js("document.querySelector('.panel details').open = true")
        rows = self.wait("return [...document.querySelectorAll('.panel table tr')].map((row) => [...row.children].map((each) => each.textContent))")
        for target, faster, slower in cells:
            k = [each.removeprefix("≤ ") for each in rows[0]].index(target)
            times = {row[0]: row[k] for row in rows[1:]}
            for label, number in ((SHELL, faster), (HOSTILE, slower)):
                self.assertEqual(times[label].replace("not\u00a0within", ">").replace("\u00a0passes", ""), number)

    def test_a_count_of_the_answer_opens_its_verdicts(self):
        self.js("document.querySelectorAll('.answer button')[0].click()")
        self.assertIn("here, own: ", self.js("return document.querySelector('dialog[open] h2').innerText"))
        self.assertEqual(self.js("return [...document.querySelectorAll('dialog tbody strong')].map((each) => each.textContent)"), ["ours"])
        self.js("document.querySelector('dialog .verdict').click()")
        self.assertEqual(self.js("return document.querySelectorAll('dialog[open] .compared').length"), 1)
        self.assertEqual(self.js("return document.querySelector('.answer .shown').textContent"), "own")
        self.select("protocol", "1")
        self.assertEqual(self.js("return document.querySelector('.answer .shown').textContent"), "all")

    def test_a_linear_objective_ends_at_its_start(self):
        self.assertEqual(self.js("""const {certificate: {lower_bound: low}} = shownProblems()[0], curve = shownProblems()[0].curves.values().next().value;
            choose({y: "objective"});
            curve.points.at(-1).objective_mean = "1e9";
            const start = Number(curve.points[0].objective_mean), [bottom, top] = rangesOf(shownProblems()[0], [curveLine(shownProblems()[0], curve, {})]).y;
            return [bottom < low, top > start, top - start < 0.06 * (start - low)]"""), [True, True, True])
        self.select("y", "suboptimality")
        note = "return document.querySelector('.ordinate').textContent.includes('Distances relative to D* are large on data, where')"
        self.assertFalse(self.js(note))
        self.js("shownProblems()[0].certificate.lower_bound /= 1000; choose({})")
        self.assertTrue(self.js(note))

    def test_verdicts_and_charts_are_of_one_protocol(self):
        caption = "return document.querySelector('.findings caption').textContent"
        options = "return [...document.querySelectorAll('#setting-0 option')].map((each) => each.value)"
        self.assertEqual([self.js(caption), self.js(options)], ["own steps", ["own", "own-10"]])
        self.js("const each = document.getElementById('setting-0'); each.value = 'own-10'; each.dispatchEvent(new Event('change'))")
        self.assertEqual([self.js(caption), self.state("protocol")], ["λ = 10/m", 0])
        self.js("document.querySelector('.verdict').click()")
        self.js("document.querySelector('dialog a').click()")
        self.wait("return state.lambda === '10/m'")
        self.assertEqual([self.js(caption), self.state("setting")], ["λ = 10/m", "own-10"])
        self.select("protocol", "1")
        self.assertEqual([self.js(caption), self.js(options), self.state("setting")], ["all steps", [], ""])
        self.open("#protocol=1&setting=own-10")  # of another protocol
        self.assertEqual([self.js(caption), self.state("setting")], ["all steps", ""])
        self.js("data.verdicts[0].settings[1].protocol = 'gone'; choose({})")
        self.assertIn("None of these findings is judged", self.js("return document.querySelector('.verdicts').innerText"))

    def test_axes_are_fitted_to_the_protocol(self):
        ranges = []
        for protocol in ("0", "1"):
            self.select("protocol", protocol)
            ranges.append(self.js("return rangesOf(shownProblems()[0], [])"))
            self.assertEqual(ranges[-1]["y"], self.js("return shownProblems()[0].ranges.passes[state.protocol].suboptimality.slice(0, 2)"))
        self.assertEqual(ranges[0]["x"], ranges[1]["x"])
        self.assertNotEqual(ranges[0]["y"], ranges[1]["y"])

    def test_a_phone_shows_every_control_and_column(self):
        self.open("#protocol=1", width=390, height=844)
        self.assertEqual(self.js("return [...document.querySelectorAll('#bar select, #bar button, #bar input, #tabs button')].map((each) => each.getBoundingClientRect())"
                                 ".filter((each) => each.left < 0 || each.right > 390 && each.width < 390).length"), 0)
        self.assertEqual(self.js("return [...document.querySelectorAll('#bar select')].length"), 5)  # dataset, λ, protocol, across and up
        self.open(width=390, height=844)
        self.js("document.querySelector('.verdict').click()")
        self.assertEqual(self.js("return [...document.querySelectorAll('dialog, dialog .scroll')].filter((each) => each.scrollWidth > each.clientWidth).length"), 0)

    def test_results_without_claims_optimum_or_curves(self):
        def take(data):
            whole = data["experiments"][0]
            data["verdicts"] = []
            whole["problems"], whole["runs"], whole["missing_runs"] = whole["problems"][:1], 1, 7
            del whole["problems"][0]["certificate"]
            lines = {name: text.split("\n") for name, text in whole["files"].items()}
            first = next(line for line in lines["runs"] if ",1," in line)
            names = lines["runs"][0].split(",")
            fields = first.split(",")
            fields[names.index("status")] = "failed: killed by signal 9"
            whole["files"] = {"curves": "\n".join(line for line in lines["curves"] if line.startswith(lines["curves"][0]) or line.startswith(lines["curves"][1].split(",0,")[0])) + "\n",
                              "runs": lines["runs"][0] + "\n" + ",".join(fields) + "\n", "time_to_target": lines["time_to_target"][0] + "\n", "performance_profile": ""}

        self.browser.get_log("browser")
        self.write_page("little.html", take)
        self.open(page="little.html")
        self.assertEqual([self.state("y"), self.js("return document.querySelectorAll('.curve').length")], ["objective", 1])
        self.assertIn("1 run, 7 missing", self.js("return document.getElementById('conditions').innerText"))
        self.assertIn("1 failed or diverged run", self.js("return document.getElementById('facts').innerText"))
        self.assertEqual(self.js("return [...document.querySelectorAll('.answer, .verdicts')].length"), 0)
        for view, text in (("times", "No optimum is certified"), ("profiles", "No performance profiles")):
            self.open(f"#view={view}", page="little.html")
            self.assertIn(text, self.js("return document.getElementById('view').innerText"))
        self.assertEqual([entry for entry in self.browser.get_log("browser") if entry["level"] != "INFO"], [])

    def test_names_contrasts_and_ids(self):
        for scheme, width in (("light", 1400), ("dark", 1400), ("dark", 390)):
            for view in ("curves", "times", "paths", "profiles", "comparisons"):
                self.open(f"#view={view}", width=width, scheme=scheme)
                if view == "comparisons":
                    self.js("document.querySelector('.verdict').click()")
                while self.js("const closed = [...document.querySelectorAll('details:not([open])')]; closed.forEach((each) => each.open = true); return closed.length"):
                    time.sleep(0.05)  # sections are filled when they are opened
                self.assertEqual(self.js(CHECKS), [], (scheme, view))
                if os.path.exists(AXE):
                    with open(AXE) as file:
                        self.js(file.read())
                    violations = self.browser.execute_async_script("const done = arguments[0]; axe.run().then((each) => done(each.violations))")
                    self.assertEqual([(each["id"], [node["html"][:99] for node in each["nodes"]][:3]) for each in violations], [], (scheme, view))

    def test_colours_are_those_of_the_system_until_changed(self):
        look = "return [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelectorAll('.curve')[2]).color]"
        light = self.js(look)
        self.open(scheme="dark")
        dark = self.js(look)
        self.assertNotEqual(light[0], dark[0])
        self.assertEqual(light[1], "rgb(0, 0, 0)")
        self.assertNotEqual(dark[1], light[1])
        self.browser.find_element(By.ID, "colours").click()
        self.assertEqual(self.js(look), light)

    def test_a_printed_page_has_one_chart_a_row_and_says_what_was_chosen(self):
        self.open(scheme="dark")
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        self.assertEqual(self.js("return getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
        boxes = self.js("return [...document.querySelectorAll('.panel')].map((each) => [each.getBoundingClientRect().left, each.getBoundingClientRect().top, each.getBoundingClientRect().bottom])")
        self.assertEqual(boxes[0][0], boxes[1][0])
        self.assertLessEqual(boxes[0][2], boxes[1][1])
        self.assertIn("λ = 1/m", self.js("return document.getElementById('choices').innerText"))
        self.assertEqual(self.js("return [...document.querySelectorAll('select, input')].filter((each) => each.checkVisibility()).length"), 0)
        pdf = base64.b64decode(self.browser.execute_cdp_cmd("Page.printToPDF", {})["data"])
        self.assertLessEqual(len(re.findall(rb"/Type\s*/Page\b", pdf)), 4)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: report_test.py PROGRAM [NAMES OF TESTS...]")
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    if not os.access(PROGRAM, os.X_OK):
        sys.exit(f"report_test.py: {PROGRAM}: is no program: give the `descent` that was built")
    unittest.main(verbosity=2)
