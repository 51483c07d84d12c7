#!/usr/bin/python3
"""Tests the page of `descent report` in Chromium: report_test.py PROGRAM

Runs a small experiment whose labels try to be markup, makes its page, and holds what the page draws, shows under the
mouse and downloads against runs.csv and curves.csv. Needs Debian's chromium, chromium-driver, python3-selenium and
python3-plotly."""

import csv
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
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

PATIENCE = 120  # seconds, on a machine that others use as well
HOSTILE = "<script>window.hacked = 1</script><b>bold</b>"
SHELL = "\"; system(\"touch hacked\") ${x} `y` 'z' &lt;"

CONFIG = {
    "name": "tiny", "title": "A title with <i>markup</i> & \"quotes\"",
    "datasets": ["./data"], "loss": "hinge", "regularizer": "l2", "lambdas": ["1/m"], "seeds": 10, "passes": 30,
    "methods": [
        {"name": "nonsmooth_scd", "label": "Non-smooth SCD", "step": 1},
        {"name": "pegasos", "label": HOSTILE},
        {"name": "cyclic_dcd", "label": SHELL},
    ],
}

CLAIMS = {
    "title": "Findings <u>of</u> ours", "source": "our notes", "loss": "hinge", "lambda": "1/m", "claims": [{
        "id": "dual-is-faster", "finding": "ours", "statement": "Dual CD is faster than Pegasos.", "kind": "faster",
        "regularizer": "l2", "faster": "cyclic_dcd", "slower": "pegasos", "in": "passes", "targets": [0.3, 0.2]}],
}


def write_data(path):
    """600 rows of a problem that is not separable."""
    draw = random.Random(7)
    with open(path, "w") as file:
        for _ in range(600):
            row = [draw.gauss(0, 1) for _ in range(20)]
            label = 1 if row[0] - row[1] + draw.gauss(0, 1) > 0 else -1
            file.write(f"{label:+d} " + " ".join(f"{j + 1}:{value:.4f}" for j, value in enumerate(row)) + "\n")


def read_csv(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def number(text):
    return float(text) if text else math.nan


class ReportPage(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="descent-browser-")
        write_data(cls.path("data"))
        with open(cls.path("tiny.json"), "w") as file:
            json.dump(CONFIG, file)
        cls.results = cls.path("out")
        cls.command("run", cls.path("tiny.json"), "--out", cls.results, "--quiet", "--jobs", "1")
        cls.runs = read_csv(os.path.join(cls.results, "runs.csv"))
        cls.curves = read_csv(os.path.join(cls.results, "curves.csv"))
        claims = json.loads(json.dumps(CLAIMS))
        claims["claims"][0]["datasets"] = [cls.runs[0]["dataset"]]
        with open(cls.path("claims.json"), "w") as file:
            json.dump(claims, file)
        cls.page = cls.path("page.html")
        cls.command("report", cls.results, "--claims", cls.path("claims.json"), "--out", cls.page)
        cls.start_browser()
        cls.load_seconds = cls.open_page()

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
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1400,1200"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        try:
            cls.browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        except WebDriverException as error:
            sys.exit(f"report_test.py: Chromium cannot be started, so that nothing of the page is tested: {error.msg}")
        cls.browser.set_script_timeout(PATIENCE)
        cls.browser.set_page_load_timeout(PATIENCE)
        cls.browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": cls.folder.name})

    @classmethod
    def open_page(cls, name="page.html"):
        start = time.monotonic()
        cls.browser.get("file://" + cls.path(name))
        cls.wait("return document.documentElement.dataset.ready")
        return time.monotonic() - start

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        cls.folder.cleanup()

    @classmethod
    def js(cls, script, *arguments):
        return cls.browser.execute_script(script, *arguments)

    @classmethod
    def wait(cls, script, *arguments):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            value = cls.js(script, *arguments)
            if value:
                return value
            time.sleep(0.05)
        raise AssertionError(f"never: {script}")

    def setUp(self):
        self.js("""for (const [id, value] of Object.entries({"switch-x": "cpu_seconds", "switch-x-scale": "log", "switch-y": "suboptimality",
            "switch-y-scale": "auto", "switch-statistic": "median", "switch-theme": "system"})) {
              const element = document.getElementById(id); element.value = value; element.dispatchEvent(new Event("change")); }
            document.querySelector("fieldset.legend button").click();
            document.querySelector("figure.chart").scrollIntoView({block: "center"});""")
        self.wait("return document.querySelector('.plot').data && !charts[0].isStale")

    def switch(self, name, value):
        """Chooses as a reader does, by the switch itself; the chart is drawn when this returns."""
        self.js("""const element = document.getElementById(arguments[0]); element.value = arguments[1];
                element.dispatchEvent(new Event("change")); drawAllCharts();""", f"switch-{name}", value)

    def drawn(self, meta="curve"):
        """The lines of the first chart as {label: (x, y)}."""
        traces = self.js("""return document.querySelector('.plot').data.filter((each) => each.meta === arguments[0])
            .map((each) => [each.name, [...each.x], [...each.y]])""", meta)
        for name, _, _ in traces:
            self.assertNotRegex(name, "[<>]")  # Plotly would take it for HTML
        plain = {self.plain(name): (x, y) for name, x, y in traces}
        self.assertEqual(len(plain), len(traces))
        return plain

    @staticmethod
    def plain(text):
        return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")

    def curve_of(self, place):
        return [row for row in self.curves if row["method"] == CONFIG["methods"][place]["name"]]

    def assert_same(self, drawn, expected):
        self.assertEqual(len(drawn), len(expected))
        for one, other in zip(drawn, expected):
            if one is None or math.isnan(other):
                self.assertTrue(one is None and (math.isnan(other) or other <= 0), (one, other))
            else:
                self.assertTrue(math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-300), (one, other))

    def placed(self, rows, x_column="cpu_seconds"):
        """Those whose position the chart's axis has a place for: a logarithmic one has none for w = 0."""
        is_logarithmic = self.js("return document.getElementById('switch-x-scale').value") == "log"
        return [row for row in rows if number(row[x_column]) > 0 or not is_logarithmic]

    def check_drawn(self, x_column, y_of):
        for place, method in enumerate(CONFIG["methods"]):
            x, y = self.drawn()[method["label"]]
            rows = self.placed(self.curve_of(place), x_column)
            self.assert_same(x, [number(row[x_column]) for row in rows])
            self.assert_same(y, [y_of(row) for row in rows])

    @staticmethod
    def relative(row):
        return number(row["suboptimality_median"]) / number(row["lower_bound"])

    def test_nothing_is_asked_for_and_no_error_is_logged(self):
        requests = []
        for entry in self.browser.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                requests.append(message["params"]["request"]["url"])
        # What a page brings along (data:, blob:) is asked of nobody.
        self.assertEqual({each for each in requests if not each.startswith(("data:", "blob:"))}, {"file://" + self.page})
        self.assertEqual([entry for entry in self.browser.get_log("browser") if entry["level"] != "INFO"], [])
        # And it could not: the browser refuses what the page would fetch.
        self.assertEqual(self.browser.execute_async_script(
            "const done = arguments[0]; fetch('https://example.org/').then(() => done('fetched'), () => done('refused'));"), "refused")
        self.browser.get_log("browser")

    def test_labels_are_text_everywhere(self):
        self.assertIsNone(self.js("return window.hacked"))
        self.assertEqual(self.js("return document.querySelectorAll('h1 i, main b, main u, h2 u, label script').length"), 0)
        labels = self.js("return [...document.querySelectorAll('fieldset.legend label span')].map((each) => each.textContent)")
        self.assertEqual(labels, [method["label"] for method in CONFIG["methods"]])
        self.assertIn(CONFIG["title"], self.browser.find_element(By.CSS_SELECTOR, "#experiment-0 h2").text)
        rows = self.js("return [...document.querySelectorAll('.times tbody th')].map((each) => each.textContent)")
        self.assertEqual(sorted(rows), sorted(labels))

    def test_every_position_is_that_of_the_curves_file(self):
        for x in ("cpu_seconds", "passes", "updates"):
            self.switch("x", x)
            self.check_drawn(x, self.relative)
        self.switch("x-scale", "linear")
        self.check_drawn("updates", self.relative)
        self.switch("x-scale", "log")
        self.switch("x", "cpu_seconds_with_setup")
        rows = self.curve_of(0)
        self.assert_same(self.drawn()["Non-smooth SCD"][0],
                         [number(row["cpu_seconds"]) + number(row["setup_seconds_mean"]) for row in rows])
        self.switch("x", "wall_seconds")
        last = [number(row["wall_seconds"]) for row in self.runs if row["method"] == "nonsmooth_scd" and row["status"] != "running"]
        self.assertTrue(math.isclose(self.drawn()["Non-smooth SCD"][0][-1], sum(last) / len(last), rel_tol=1e-9))
        self.assertIn("wall", self.js("return document.querySelector('.plot').layout.xaxis.title.text"))

    def test_no_line_comes_from_outside_of_the_picture(self):
        for statistic in ("median", "seeds"):
            self.switch("statistic", statistic)
            starts = self.js("""return [...document.querySelector('.plot').querySelectorAll('.scatterlayer path.js-line')]
                .flatMap((line) => line.getAttribute('d').match(/M[^,]+/g)).map((start) => Number(start.slice(1)))""")
            self.assertGreaterEqual(len(starts), len(CONFIG["methods"]))
            self.assertGreaterEqual(min(starts), 0, starts)

    def test_a_chart_is_drawn_when_it_comes_into_sight(self):
        self.js("document.querySelector('figure.chart').style.display = 'none'")
        self.wait("return !charts[0].isInSight")
        self.js("charts[0].isStale = true; document.querySelector('figure.chart').style.display = ''")
        self.wait("return !charts[0].isStale")

    def test_a_curve_of_a_single_checkpoint_has_a_mark(self):
        modes = self.js("""const curve = {runs: 1}, method = charts[0].experiment.methods[0];
            return [[0, 0.1], [0, 0.1, 0.2]].map((x) => tracesOf([{x, y: [1, 0.5, 0.25], method, curve, place: 0}])[0].mode)""")
        self.assertEqual(modes, ["lines+markers", "lines"])

    def test_the_axis_goes_down_to_where_curves_fall_as_in_the_printed_figures(self):
        low_and_high = lambda y, gap: self.js("return yRange([{y: arguments[0]}], {certificate: {lower_bound: 1, gap: arguments[1]}})", y, gap)
        for y, gap, bottom in (([1, 6e-5, 6e-12], 1e-12, 1e-9),  # no further than figures tell values apart
                               ([1, 6e-5, 3e-8], 1e-12, 3e-8),
                               ([1, 6e-5, 6e-12], 3e-6, 1e-6),  # not far into what the certificate leaves open
                               ([1, 6e-5, -1e-16], 1e-12, 6e-5)):
            low, high = low_and_high(y, gap)
            self.assertTrue(math.isclose(low, bottom / 1.4, rel_tol=1e-9), (y, gap, low))
            self.assertTrue(math.isclose(high, 1.4, rel_tol=1e-9), (y, gap, high))

    def test_every_quantity_is_that_of_the_curves_file(self):
        self.switch("y", "objective")
        self.check_drawn("cpu_seconds", lambda row: number(row["objective_median"]))
        self.switch("statistic", "mean")
        self.check_drawn("cpu_seconds", lambda row: number(row["objective_mean"]))
        for y, column in (("density", "density_mean"), ("train_error", "train_error_mean")):
            self.switch("y", y)
            self.check_drawn("cpu_seconds", lambda row: number(row[column]))
        self.switch("y", "proved_gap")
        self.assertEqual(list(self.drawn()), [SHELL])  # dual coordinate descent alone proves anything
        last = [row for row in self.runs if row["method"] == "cyclic_dcd" and row["status"] != "running"]
        gaps = [(number(row["objective"]) - number(row["dual_value"])) / number(row["lower_bound"]) for row in last]
        self.assertTrue(math.isclose(self.drawn()[SHELL][1][-1], sum(gaps) / len(gaps), rel_tol=1e-6))

    def test_bands_hold_the_lines(self):
        band = self.js("""const traces = document.querySelector('.plot').data; return traces.filter((each) => each.meta === 'band').map((each) => [...each.y])""")
        self.assertGreater(len(band), 0)
        rows = self.curve_of(1)
        highest = max(number(row["suboptimality_p90"]) / number(row["lower_bound"]) for row in rows if number(row["passes"]) > 0)
        self.assertTrue(any(math.isclose(max(each), highest, rel_tol=1e-6) for each in band))
        # Without a logarithm the lower end lies below any picture.
        low = self.js("""const curve = {runs: 2}, method = charts[0].experiment.methods[0];
            return tracesOf([{x: [1, 2], y: [0.5, 0.25], low: [0.1, 0], high: [1, 0.5], method, curve, place: 0}])[0].y.slice(2)""")
        self.assertLess(low[0], 1e-100)
        self.assertEqual(low[1], 0.1)

    def test_every_seed_is_a_line_of_its_run(self):
        self.switch("statistic", "seeds")
        self.switch("y", "objective")
        self.assertEqual(self.drawn("band"), {})
        for x, before in (("cpu_seconds", lambda row: 0), ("cpu_seconds_with_setup", lambda row: number(row["setup_seconds"]))):
            self.switch("x", x)
            self.check_seeds(before)

    def check_seeds(self, before):
        for method in CONFIG["methods"]:
            x, y = self.drawn()[method["label"]]
            lines, line = [], []
            for one, other in zip(x + [None], y + [None]):
                if one is None:
                    lines.append(line)
                    line = []
                else:
                    line.append((one, other))
            self.assertEqual(len(lines), 10)
            for seed, line in enumerate(lines, 1):
                run = [(number(row["cpu_seconds"]) + before(row), number(row["objective"])) for row in self.runs
                       if row["method"] == method["name"] and row["seed"] == str(seed) and number(row["cpu_seconds"]) + before(row) > 0]
                self.assertEqual(len(line), len(run))
                for shown, checkpoint in zip(line, run):
                    for one, other in zip(shown, checkpoint):
                        self.assertTrue(math.isclose(one, other, rel_tol=1e-8, abs_tol=1e-12))

    def test_scales(self):
        kind = "return document.querySelector('.plot').layout[arguments[0]].type"
        self.assertEqual((self.js(kind, "xaxis"), self.js(kind, "yaxis")), ("log", "log"))
        self.switch("x-scale", "linear")
        self.switch("y-scale", "linear")
        self.assertEqual((self.js(kind, "xaxis"), self.js(kind, "yaxis")), ("linear", "linear"))
        self.switch("y-scale", "auto")
        self.switch("y", "train_error")
        self.assertEqual(self.js(kind, "yaxis"), "linear")
        self.switch("y-scale", "log")
        self.assertEqual(self.js(kind, "yaxis"), "log")

    def test_methods_come_and_go_by_the_legend_and_look_as_printed(self):
        boxes = self.browser.find_elements(By.CSS_SELECTOR, "fieldset.legend input")
        self.assertEqual(len(self.drawn()), 3)
        self.js("arguments[0].click(); drawAllCharts()", boxes[1])
        self.assertEqual(sorted(self.drawn()), sorted(["Non-smooth SCD", SHELL]))
        self.assertIn(f" of Non-smooth SCD, {SHELL}. ", self.js("return document.querySelector('.plot').getAttribute('aria-label')"))
        everything, nothing = self.browser.find_elements(By.CSS_SELECTOR, "fieldset.legend button")
        word = "return document.querySelector('.plot').layout.annotations[0].text"
        self.switch("y", "proved_gap")
        self.js("arguments[0].click(); drawAllCharts()", boxes[2])  # dual coordinate descent alone proves anything
        self.assertEqual((self.drawn(), self.js(word)), ({}, "not known for this problem"))
        self.js("arguments[0].click(); drawAllCharts()", nothing)
        self.assertEqual((self.drawn(), self.js(word)), ({}, "no method is chosen"))
        self.switch("y", "suboptimality")
        self.js("arguments[0].click(); drawAllCharts()", everything)
        self.assertEqual(len(self.drawn()), 3)
        lines = self.js("return document.querySelector('.plot').data.filter((each) => each.meta === 'curve').map((each) => [each.line.color.toUpperCase(), each.line.dash])")
        self.assertEqual(lines, [["#D55E00", "solid"], ["#E69F00", "5px,2px"], ["#000000", "solid"]])
        samples = self.js("return [...document.querySelectorAll('fieldset.legend line')].map((each) => [each.getAttribute('stroke').toUpperCase(), each.getAttribute('stroke-dasharray')])")
        self.assertEqual(samples, [["#D55E00", "none"], ["#E69F00", "5 2"], ["#000000", "none"]])
        self.assertEqual(self.js("return [withAlpha('#010203', 0.5), document.querySelector('.plot')._context.toImageButtonOptions.filename]"),
                         ["rgba(1,2,3,0.5)", "tiny-._data-hinge-l2"])

    def test_the_mouse_is_shown_the_number_of_the_curves_file(self):
        self.js("document.querySelectorAll('fieldset.legend input').forEach((each, i) => { if (i !== 1) each.click(); }); drawAllCharts()")
        k, x, y = self.js("""const plot = document.querySelector('.plot'), layout = plot._fullLayout, box = plot.getBoundingClientRect();
            const trace = plot.data.find((each) => each.meta === 'curve');
            const inside = (at, axis) => at > 10 && at < axis._length - 10;
            for (let k = trace.x.length - 1; k > 0; --k) {
              const x = layout.xaxis.d2p(trace.x[k]), y = layout.yaxis.d2p(trace.y[k]);
              if (inside(x, layout.xaxis) && inside(y, layout.yaxis)) return [k, box.left + layout.xaxis._offset + x, box.top + layout.yaxis._offset + y];
            }""")
        row = self.placed(self.curve_of(1))[k]
        lines, end = [], time.monotonic() + PATIENCE
        while not lines and time.monotonic() < end:
            mouse = ActionBuilder(self.browser)
            mouse.pointer_action.move_to_location(int(x) - 60, int(y) - 60)
            mouse.pointer_action.move_to_location(round(x), round(y))
            mouse.perform()
            time.sleep(0.2)
            lines = self.js("return [...document.querySelectorAll('.hoverlayer .hovertext .line')].map((each) => each.textContent)")
        self.assertEqual(lines[0], f"{HOSTILE}, median of 10 seeds")
        shown = [float(re.search(r": (\S+)$", line)[1]) for line in lines[1:3]]
        # To six digits, which is what is shown.
        self.assertEqual(shown, [float(f"{number(row['cpu_seconds']):.6g}"), float(f"{self.relative(row):.6g}")])

    def test_the_certificate_is_told_with_its_gap(self):
        with open(os.path.join(self.results, "manifest.json")) as file:
            reference = json.load(file)["references"][0]
        self.assertIn("certified gap", self.js("return document.querySelector('.plot').layout.annotations[0].text"))
        self.switch("y", "objective")
        shapes = self.js("return document.querySelector('.plot').layout.shapes.map((each) => each.y0)")
        self.assertEqual(shapes, [reference["lower_bound"]])

    def test_tables_sort(self):
        order = "return [...document.querySelectorAll('.times tbody tr')].map((row) => Number(row.cells[2].dataset.order))"
        title = self.browser.find_elements(By.CSS_SELECTOR, ".times th button")[2]
        for ending, backward in (("ascending", False), ("descending", True)):
            self.js("arguments[0].click()", title)
            found = self.js(order)
            self.assertEqual(found, sorted(found, reverse=backward))
            self.assertEqual(self.js("return arguments[0].closest('th').getAttribute('aria-sort')", title), ending)
        self.assertGreater(self.js("return document.querySelectorAll('.times td.best').length"), 0)
        choice = self.browser.find_element(By.CSS_SELECTOR, "#experiment-0-times-axis")
        before = self.js("return document.querySelector('.times caption').textContent")
        self.js("arguments[0].value = 'cpu_seconds'; arguments[0].dispatchEvent(new Event('change'))", choice)
        caption = "return document.querySelector('.times caption').textContent"
        self.assertNotEqual(before, self.js(caption))
        self.assertTrue(self.js(caption).endswith(": CPU seconds until (F(w) − D*)/D* is at most what a column's title says"))
        scale = self.browser.find_element(By.CSS_SELECTOR, "#experiment-0-times-scale")
        self.js("arguments[0].value = 'start'; arguments[0].dispatchEvent(new Event('change'))", scale)
        self.assertIn(" until (F(w) − D*)/(F(0) − D*) is at most ", self.js(caption))

    def test_a_table_stands_beside_the_chart_and_its_numbers_come_as_csv(self):
        details = self.browser.find_element(By.CSS_SELECTOR, "figure.chart details")
        self.js("arguments[0].open = true", details)
        self.wait("return document.querySelector('figure.chart details tbody')")
        last = self.js("return [...document.querySelectorAll('figure.chart details tbody tr')].map((row) => [row.cells[0].textContent, row.cells[row.cells.length - 1].textContent])")
        self.assertEqual([label for label, _ in last], [method["label"] for method in CONFIG["methods"]])
        for place, (_, text) in enumerate(last):
            self.assertTrue(math.isclose(float(text), self.relative(self.curve_of(place)[-1]), rel_tol=6e-3), text)
        self.assertIn("The table below", self.js("return document.querySelector('.plot').getAttribute('aria-label')"))
        self.js("document.querySelector('figure.chart .tools button').click()")
        path = self.path("tiny-data-hinge-l2-suboptimality-median.csv")
        end = time.monotonic() + PATIENCE
        while not os.path.exists(path) and time.monotonic() < end:
            time.sleep(0.05)
            found = [name for name in os.listdir(self.folder.name) if name.endswith("-suboptimality-median.csv")]
            if found:
                path = self.path(found[0])
        for place, method in enumerate(CONFIG["methods"]):
            rows = [row for row in read_csv(path) if row["method"] == method["name"]]
            self.assertEqual({(row["label"], row["loss"], row["regularizer"], row["lambda"]) for row in rows},
                             {(method["label"], "hinge", "l2", self.runs[0]["lambda"])})
            self.assert_same([number(row["suboptimality_median"]) for row in rows], [self.relative(row) for row in self.curve_of(place)])
            for shown, row in zip(rows, self.curve_of(place)):
                for column in ("p10", "p90"):  # kept in single precision
                    expected = number(row[f"suboptimality_{column}"]) / number(row["lower_bound"])
                    self.assertTrue(math.isclose(number(shown[column]), expected, rel_tol=1e-6), (shown, row))
        text = self.js("return csvText(['a', 'b'], [[Infinity, -Infinity], [NaN, null], ['say \"a, b\"', '=1+1']])")
        self.assertEqual(list(csv.reader(text.splitlines())), [["a", "b"], ["inf", "-inf"], ["", ""], ['say "a, b"', "=1+1"]])
        self.switch("y", "objective")
        self.assertIn(": objective", self.js("return document.querySelector('figure.chart details caption').textContent"))

    def test_every_download_has_what_its_button_says(self):
        files = dict(self.js("""const kept = download, files = [];
            download = (name, text) => files.push([name, text]);
            for (const button of document.querySelectorAll('#experiment-0 button')) if (button.textContent.startsWith('Download')) button.click();
            const {experiment} = charts[0];
            make('div', {}, makeMeans({...experiment, means: {notes: [], csv: 'its own', tables: [{title: 't', header: ['method'], rows: []}]}})).querySelector('button').click();
            download = kept;
            return files"""))
        self.assertEqual(files.pop("tiny-geometric_mean.csv"), "its own")
        with open(os.path.join(self.results, "manifest.json")) as file:
            self.assertEqual(json.loads(files["tiny.json"]), json.load(file)["config"])
        with open(os.path.join(self.results, "tables", "time_to_target.csv"), newline="") as file:
            self.assertEqual(files["tiny-time_to_target.csv"], file.read())
        self.assertEqual(set(files), {"tiny.json", "tiny-time_to_target.csv", "tiny-._data-hinge-l2-suboptimality-median.csv"})

    def test_the_table_of_seeds_has_their_median_and_range(self):
        self.assertEqual(self.js("return [[1, 4], [5, 1, 3], [2, NaN]].map(middle)"), [2.5, 3, 2])
        for name, value in (("x", "passes"), ("y", "objective"), ("statistic", "seeds")):
            self.switch(name, value)
        header, *rows = self.js("""const {experiment} = charts[0];
            return [...curveTable(experiment, experiment.problems[0]).querySelectorAll('tr')].map((row) => [...row.cells].map((cell) => cell.textContent))""")
        self.assertEqual((header[0], header[1], header[-1]), ("method", "0", "30"))
        for method, row in zip(CONFIG["methods"], rows):
            self.assertEqual((row[0], row[1], len(row)), (method["label"], "1 (1–1)", len(header)))
            last = sorted(number(each["objective"]) for each in self.runs if each["method"] == method["name"] and each["status"] != "running")
            expected = ((last[4] + last[5]) / 2, last[0], last[-1])
            for one, other in zip(re.fullmatch(r"(\S+) \((\S+)–(\S+)\)", row[-1]).groups(), expected):
                self.assertTrue(math.isclose(float(one), other, rel_tol=6e-3), (row, expected))

    def test_a_profile_is_a_staircase_from_nothing_at_ratio_1(self):
        # Half of the problems are solved within twice the fastest's time, all of them within four times.
        curve = {"method": 0, "ratios": [2, 2, 4, 4], "shares": [0.25, 0.5, 0.75, 1]}
        self.assertEqual(self.js("return profileSteps(arguments[0], 10)", curve), [[1, 0], [2, 0.5], [4, 1], [10, 1]])
        self.assertEqual(self.js("return profileSteps({ratios: [], shares: []}, 10)"), [[1, 0], [10, 0]])
        cells = self.js("""const table = profileTable({axis: 'passes', methods: [{label: 'm'}]}, {target: 0.01, curves: [arguments[0]]});
            return [...table.querySelectorAll('tbody tr > *')].map((cell) => cell.textContent)""", curve)
        self.assertEqual(cells, ["m", "0", "0.5", "1", "1", "1", "1"])

    def test_tuning_moves_curves_where_any_is_recorded(self):
        moved = """const before = selection.x; selection.x = arguments[0];
            const x = [...chosenPositions(() => [0, 1], 0.5, arguments[1])]; selection.x = before; return x"""
        self.assertEqual(self.js(moved, "cpu_seconds", 8), [0, 1])
        self.assertEqual(self.js(moved, "cpu_seconds_with_setup", 8), [0.5, 1.5])
        self.assertEqual(self.js(moved, "cpu_seconds_with_tuning", 8), [8.5, 9.5])
        self.assertEqual(self.js(moved, "cpu_seconds_with_tuning", None), [0.5, 1.5])
        options = "return [...document.getElementById('switch-x').options].map((each) => each.value)"
        self.assertNotIn("cpu_seconds_with_tuning", self.js(options))  # no constant was tuned here
        self.assertIn("cpu_seconds_with_setup", self.js(options))

    def test_a_trial_that_failed_has_no_point(self):
        points = self.js("""const method = {...charts[0].experiment.methods[0], name: 'm', variant: ''};
            const trials = {method: 'm', variant: '', option: 'step', dataset: 'd', trials: [[1, [0.5, 0.75], 1], [2, [0.125, null], 0]]};
            return trialChart({methods: [method], hidden: new Set()}, [trials]).traces.map((each) => [each.x, each.y])""")
        self.assertEqual(points, [[[1, 2], [0.625, None]], [[1], [0.625]]])

    def test_trials_that_are_not_here_are_one_line(self):
        texts = "return makeTrials({id: 'x', trials: {constants: [], missing: arguments[0]}}).map((each) => each && each.textContent)"
        self.assertEqual(self.js(texts, "gone"), ["Tuning trials", "gone", None, ""])
        self.assertEqual(self.js(texts, ""), [])

    def test_a_comparison_leads_to_its_curves(self):
        link = self.browser.find_element(By.CSS_SELECTOR, ".claim td a")
        self.js("document.body.append(make('div', {id: 'before', class: 'found'})); arguments[0].click(); drawAllCharts()", link)
        self.assertEqual(sorted(self.drawn()), sorted([HOSTILE, SHELL]))
        self.assertEqual(self.js("const found = [...document.querySelectorAll('.found')].map((each) => each.id); document.getElementById('before').remove(); return found"), ["experiment-0-problem-0"])
        self.assertEqual(self.js("return document.getElementById('switch-x').value"), "passes")
        self.assertEqual(self.js("return document.activeElement.id"), "experiment-0-problem-0")
        self.assertEqual(self.js("return [...document.querySelectorAll('fieldset.legend input')].map((each) => each.checked)"), [False, True, True])
        # a quantity that a problem lacks is not chosen
        shown = self.js("""const {experiment} = charts[0], problem = {...experiment.problems[0], curves: [{points: {objective: {}}}]};
            showComparison({experiment, problem}, {number: 'nonzeros', axis: 'passes'}, {methods: experiment.methods}); return selection.y""")
        self.assertEqual(shown, "suboptimality")
        hidden = self.js("""const [problem] = charts[0].experiment.problems, methods = ['a', 'b'].map((variant) => ({name: 'm', variant})), experiment = {methods, problems: [problem]};
            showComparison({experiment, problem}, {}, {methods: [methods[1]]}); return [...experiment.hidden]""")
        self.assertEqual(hidden, [0])

    def test_curves_of_a_verdict_are_those_of_its_lambda_and_form(self):
        found = self.js("""const problem = {dataset: 'd', source: 'file', loss: 'hinge', regularizer: 'l2', lambda: 1, formula: 'mean'};
            const experiments = [{name: 'e', problems: [{...problem, lambda: 2}, {...problem, formula: 'sum'}, {...problem, source: 'stand-in'}, problem]},
              {name: 'e', problems: [{...problem, dataset: 'other'}]}];
            return experiments[0].problems.indexOf(problemOf(experiments, problem, {...problem, experiment: 'e'}, ['mean']).problem)""")
        self.assertEqual(found, 3)

    def test_verdicts_come_first_and_charts_name_their_lambda(self):
        self.assertEqual(self.js("return [...document.querySelectorAll('main > section')].map((each) => each.id)"), ["verdicts-0", "experiment-0"])
        links = self.js("return [...makeContents({verdicts: [{title: 'v'}], experiments: ['a', 'b'].map((id) => ({id, title: id}))}).querySelectorAll('a')].map((each) => each.getAttribute('href'))")
        self.assertEqual(links, ["#verdicts-0", "#a", "#b", "#foot"])
        self.assertEqual(self.js("return document.querySelectorAll('#contents a').length"), 3)
        self.assertTrue(self.js("return document.querySelector('figure.chart h4').textContent").endswith(", λ = 1/m"))
        self.assertIn(": 30 runs of 3 methods on 1 problem. Data: 1 dataset ", self.js("return document.querySelector('#experiment-0 p').textContent"))
        self.assertTrue(self.js("return document.getElementById('summary').textContent").startswith("30 runs of 1 experiment. "))
        self.assertRegex(self.js("return document.querySelector('#foot p').textContent"), r"^Made on \d{4}-\d\d-\d\d.* by descent .*, from result files alone:$")

    def test_conditions_stand_where_they_held(self):
        # A single problem's conditions are those of its experiment, which stand above.
        found = self.js("""const {experiment} = charts[0], problem = {...experiment.problems[0], conditions: ['a loaded machine']}, before = charts.length;
            const found = [1, 2].map((count) => {
              const place = makeCurveFigure({...experiment, problems: Array(count).fill(problem)}, problem).querySelector('.warning');
              return place && place.textContent;
            });
            charts.length = before;
            return found""")
        self.assertEqual(found, [None, "a loaded machine"])

    def test_the_tables_of_times_fit_the_window(self):
        for axis in ("cpu_seconds", "cpu_seconds_with_setup", "passes"):
            choice = self.browser.find_element(By.CSS_SELECTOR, "#experiment-0-times-axis")
            self.js("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change'))", choice, axis)
            room, width = self.js("const each = document.querySelector('.times .scroll'); return [each.clientWidth, each.scrollWidth]")
            self.assertLessEqual(width, room)

    def test_times_over_lambda_are_drawn_where_they_are_known(self):
        drawn = self.js("""const path = (axis, at) => ({title: 'd', dataset: 'd', loss: 'hinge', regularizer: 'l2', target: '1e-2', axis,
              curves: [{method: 0, points: [[0.1, at], [1, null], [10, 0]]}]});
            const experiment = {id: 'e', name: 'n', axis: 'passes', hidden: new Set(), methods: charts[0].experiment.methods, paths: [path('cpu_seconds', 3), path('passes', 5)]};
            const before = charts.length;
            const place = make('div', {}, makePaths(experiment)), chart = charts[before], found = [];
            for (const axis of ['passes', 'cpu_seconds']) {
              const choice = place.querySelector('select'); chart.isStale = false; choice.value = axis; choice.dispatchEvent(new Event('change'));
              const {traces, layout} = chart.content();
              found.push([traces[0].x, traces[0].y, layout.yaxis.title.text, chart.isStale, place.querySelector('caption').textContent, place.querySelector('tbody td').textContent, traces[0].text.slice(0, 2).map((each) => each.split('<br>')[2])]);
            }
            experiment.hidden.add(0);
            found.push(chart.content().traces.length);
            charts.length = before;
            return found""")
        self.assertEqual(drawn, [[[0.1, 1, 10], [5, None, None], "passes over the data to 1e-2", True, "d: passes over the data to 1e-2", "5", ["passes over the data: 5", "passes over the data: not reached"]],
                                 [[0.1, 1, 10], [3, None, None], "CPU seconds to 1e-2", True, "d: CPU seconds to 1e-2", "3", ["CPU seconds: 3", "CPU seconds: not reached"]], 0])

    def test_the_overview_of_verdicts_says_what_its_comparisons_do(self):
        # In passes nothing depends on the machine: the same ten seeds hold at both targets.
        rows = self.js("return [...document.querySelectorAll('table.findings tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
        self.assertEqual(rows, [["ours: Dual CD is faster than Pegasos.", "holds", "1 of 1"]])
        answers = self.js("return [...document.querySelectorAll('.claim tbody tr')].map((row) => row.cells[7].textContent)")
        self.assertEqual(answers, ["for", "for"])
        self.assertEqual(self.js("return document.querySelector('.claim p').textContent"), "ours: Dual CD is faster than Pegasos.")
        self.assertGreater(len(self.js("return document.querySelector('#verdicts-0 > details p').textContent")), 100)  # the rules
        row = self.js("""return comparisonRow([], {kind: 'faster'}, {dataset: 'd', source: 'file', scale: 'D*'}, {target: 0.1, answer: 'open', remark: 'few runs', interval: [1.2345, null],
            value: [2, null], methods: [{label: 'a', arrived: 3, runs: 10, measured: [1, null]}, {label: 'b', arrived: 9, runs: 9, measured: [0, 2]}]}, [])""")
        self.assertEqual(row, ["d", "a : b", "0.1 of D*", "3/10 : 9/9", "> 1 : < 2", "> 2", "[1.23, ∞]", "open: few runs", ""])
        target = self.js("return comparisonRow([], {kind: 'faster'}, {dataset: 'd', source: 'file'}, {split: 'test rows', answer: 'for', value: [1, 2], methods: []}, [])[2]")
        self.assertEqual(target, "test rows")
        self.assertEqual(self.js("return document.querySelectorAll('h2 u').length"), 0)

    def test_verdicts_of_several_settings_are_told_apart(self):
        found = self.js("""const settings = [{name: 'a', title: 'A', objectives: []}, {name: 'b', title: 'B', objectives: []}, {name: 'v', title: 'V', variation_of: 'a'}];
            const overview = {settings: ['a', 'b'], datasets: ['d', 'e'], rows: [{finding: 'f', statement: 's', entries: [['holds', 'fails'], [null]], totals: ['1 of 1', '0 of 1']}]};
            const answers = ['a', 'b'].map((setting) => ({setting, total: '0 of 0', missing: [], datasets: []}));
            const place = makeVerdicts([], {title: 't', source: 'ours', claims_file: 'c.json', settings, overview, variations: [], rules: '', claims: [{finding: 'f', answers}, {finding: 'g', answers: []}]}, 'x');
            return {settings: place.querySelector('p').textContent, claims: [...place.querySelectorAll('.claim')].map((each) => each.textContent.includes('No results.')), summaries: [...place.querySelectorAll('.claim summary')].map((each) => each.textContent),
              row: [...place.querySelectorAll('.findings tbody tr *')].filter((each) => each.cellIndex >= 0).map((each) => each.textContent), caption: place.querySelector('caption').textContent,
              classes: [...place.querySelectorAll('.findings .verdict')].map((each) => each.className)}""")
        self.assertEqual(found, {
            "claims": [False, True], "settings": "ours. Answered by c.json. a: A; b: B", "summaries": ["a: holds on 0 of 0 — ", "b: holds on 0 of 0 — "], "caption": "All findings, by dataset (a / b)",
            "row": ["f: s", "holds / fails", "", "1 of 1 / 0 of 1"], "classes": ["verdict reproduced", "verdict not"]})

    def test_numbers_and_counts_as_text(self):
        found = self.js("""const kinds = [{source: 'file', catalogued: true}, {source: 'file', catalogued: true}, {source: 'file', catalogued: false}, {source: 'file'}];
            const methods = [{name: 'm', variant: '', label: 'plain'}, {name: 'm', variant: 'v', label: 'other'}];
            return {number: [1234567, 0.0001234567, -2e-8, null, Infinity, -Infinity].map(numberText), short: [0.00123456, 123456.7, 1e6].map(shortText),
              csv: csvText(['a'], [['-1'], ['-x']]), file: [fileName('', 'a b', null, 'c'), fileName('..', 'a')], count: [countText(1, 'run'), countText(2000, 'run')],
              time: [[2, null], [0, 2], [0, null], [1, 2], [2, 2]].map((each) => boundsText(each, true)), bounds: [[2, null], [0, 2]].map((each) => boundsText(each, false)),
              column: [...numbersOf([1, null])].map(String), data: dataText(kinds), label: ['v', undefined].map((each) => labelOf({methods}, 'm', each))}""")
        self.assertEqual(found, {
            "number": ["1234570", "0.000123457", "-2e-8", "—", "∞", "−∞"], "short": ["0.00123", "123000", "1.00e6"],
            "csv": "a\n-1\n-x\n", "file": ["a_b-c", "_-a"], "count": ["1 run", "2,000 runs"],
            "time": ["> 2", "< 2", "?", "1 to 2", "2"], "bounds": ["≥ 2", "0 to 2"], "column": ["1", "NaN"], "label": ["other", "plain"],
            "data": "Data: 2 datasets of the catalogue, 1 dataset as given by the user, 1 dataset from a file."})

    def test_ranges_marks_and_words_of_a_chart(self):
        found = self.js("""const lines = [{x: [0, 1, 10], method: {}}, {x: [0, 5, 100], method: {sampled: true}}], before = {...selection};
            const problem = (gap) => ({certificate: {lower_bound: 0.5, gap, objective: 0.75, method: 'm', cpu_seconds: 1}});
            const mark = (gap) => { const {annotations, shapes} = certificateMarks(problem(gap), [1e-4, 1]); const {y, yref, text} = annotations[0]; return [yref, y, text, shapes.map((each) => [each.y0, each.y1])]; };
            const found = {x: xRange(lines), marks: [mark(1e-2), mark(1e-6), mark(5)], words: certificateText(problem(0.25))};
            const method = charts[0].experiment.methods[0], line = {x: [1, 2], y: [1, 0.5], method, place: 0};
            found.hover = hoverText({...line, curve: {runs: 3, failed_runs: 2}, low: [0.25, 0], high: [2, 1]}, 0).split('<br>');
            found.seed = hoverText({...line, seed: {seed: 7, status: 'budget'}}, 0).split('<br>')[0];
            found.mode = tracesOf([{...line, curve: {runs: 1}, method: {...method, sampled: true}}])[0].mode;
            found.band = [[[1, 0.5], [1, 2]], [[1, 1], [1, 1]]].map(([low, high]) => hasBand({low, high}));
            Object.assign(selection, {y: 'objective', yScale: 'linear'});
            found.objective = [yRange([{y: [2, 1]}], problem(0)), yRange([{y: [2, 5, 1]}, {y: [1.5, 1]}], {})];
            selection.y = 'density';
            found.share = yRange([{y: [0.2, 0.3, 0.1]}], {});
            Object.assign(selection, {...before, statistic: 'seeds'});
            const experiment = charts[0].experiment;
            found.csv = curveCsv(experiment, experiment.problems[0]).trim().split('\\n').map((each) => each.split(',')).map((each) => [each.at(-6), each.at(-1)]);
            Object.assign(selection, before);
            const axis = plotlyAxis('t', true, [1, 1000]);
            return {...found, axis: [axis.range, axis.dtick], tics: plotlyAxis('t', true, [1, 10]).dtick ?? null}""")
        for name, numbers in (("x", [1 / 1.15, 11.5]), ("share", [0, 0.315])):
            for one, other in zip(found.pop(name), numbers):
                self.assertAlmostEqual(one, other, msg=name)
        for shown, numbers in zip(found.pop("objective"), ([0.38, 2.075], [0.95, 2.05])):  # room for D*, no overshooting
            for one, other in zip(shown, numbers):
                self.assertAlmostEqual(one, other)
        self.assertEqual({tuple(each) for each in found.pop("csv")[1:]}, {(str(seed), "budget") for seed in range(1, 11)})
        self.assertEqual(found, {
            "marks": [["y", -2, "certified gap 0.01", [[0.01, 0.01], [1e-4, 0.01]]], ["paper", 0.005, "certified gap 1.00e-6, below this picture", []],
                      ["paper", 0.005, "certified gap 5, above this picture", [[1e-4, 1]]]],  # nothing here is certain
            "axis": [[0, 3], 1], "tics": None, "band": [True, False], "mode": "lines+markers", "seed": "<b>Non-smooth SCD</b>, seed 7",
            "hover": ["<b>Non-smooth SCD</b>, median of 3 seeds, 2 failed by the end", "CPU seconds: 1", "relative suboptimality: 1", "10–90 %: 0.25 to 2"],
            "words": "D* = 0.5, F(w*) = 0.75, relative gap 0.25, by m in 1 CPU s."})

    def test_a_method_looks_as_in_print_and_is_seen_on_dark_paper(self):
        self.assertEqual(self.js("return [4, 15].map((point) => plotlyMarker({...charts[0].experiment.methods[0], point}).symbol)"), ["square-open", "pentagon"])
        self.switch("theme", "dark")
        dark, light = self.js("return ['#332288', '#E69F00'].map((colour) => methodColour({colour}))")
        self.assertGreater(sum(int(dark[at:at + 2], 16) for at in (1, 3, 5)), 3 * 100)
        self.assertEqual(light.upper(), "#E69F00")

    def test_tables_are_of_their_problem_and_sort_by_name(self):
        found = self.js("""const cells = (name, time, best) => [{text: name, order: 0}, {text: `${time}`, order: time, best, detail: '(3/10)'}];
            const place = sortableTable('c', ['method', 'time'], [cells('b', 1, true), cells('a', 2, false)]);
            document.body.append(place);
            const found = {best: [...place.querySelectorAll('.best')].map((each) => [each.textContent, getComputedStyle(each).fontWeight]), orders: []};
            place.remove();
            for (const [title, column] of [[0, 0], [1, 0], [1, 0]]) {
              place.querySelectorAll('th button')[title].click();
              found.orders.push([...place.querySelectorAll('tbody tr')].map((row) => row.cells[column].textContent).join(''));
            }
            found.sorted = [...place.querySelectorAll('thead th')].map((each) => each.getAttribute('aria-sort'));
            const problem = (lambda) => ({dataset: 'd', loss: 'hinge', regularizer: 'l2', lambda, title: 'd', lambda_text: `${lambda}`});
            const times = ['a', 'b'].flatMap((protocol) => [1, 2].map((lambda) => ({...problem(lambda), axis: 'passes', scale: 'optimum', protocol, remark: `, remark ${lambda}${protocol}`, header: ['method'], rows: []})));
            const made = make('div', {}, makeTimes({id: 'x', axis: 'passes', problems: [problem(1), problem(2)], times}));
            const protocol = made.querySelector('#x-times-protocol');
            found.tables = ['a', 'b'].map((name) => {
              protocol.value = name; protocol.dispatchEvent(new Event('change'));
              return [...made.querySelectorAll('caption')].map((each) => each.textContent.split(':')[0]);
            });
            const before = charts.length, methods = charts[0].experiment.methods;
            const path = (regularizer, at) => ({title: 'd', dataset: 'd', loss: 'hinge', regularizer, target: '1e-2', axis: 'passes', curves: [{method: 0, points: [[1, at]]}]});
            makePaths({id: 'e', name: 'n', axis: 'passes', hidden: new Set(), methods, paths: [path('l1', 3), path('l2', 5)]});
            found.paths = charts.slice(before).map((chart) => chart.content().traces[0].y);
            charts.length = before;
            return found""")
        self.assertEqual(found, {"best": [["1 (3/10)", "700"]], "orders": ["ab", "ba", "ab"], "sorted": ["none", "descending"], "paths": [[3], [5]],
                                 "tables": [["d, λ = 1, remark 1a", "d, λ = 2, remark 2a"], ["d, λ = 1, remark 1b", "d, λ = 2, remark 2b"]]})

    def test_profiles_and_trials_are_of_their_panel(self):
        found = self.js("""const before = charts.length, {methods} = charts[0].experiment, hidden = new Set();
            const panel = (target, unsolved) => ({target, unsolved, protocol: '', loss: 'hinge', regularizer: 'l2', remark: `, remark ${unsolved}`, problems: 3,
              curves: [{method: 0, ratios: [1, 1.25], shares: [0.25, 0.75]}]});
            const experiment = {id: 'e', name: 'n', axis: 'passes', methods, hidden, profiles: [panel(0.1, 0), panel(0.01, 2)]};
            const made = make('div', {}, makeProfiles(experiment));
            const found = {captions: [...made.querySelectorAll('h4, figcaption')].map((each) => each.textContent),
              hover: profileChart(experiment, panel(0.1, 0)).traces[0].text[1].split('<br>')[1], end: profileChart(experiment, panel(0.01, 0)).traces[0].x[2],
              words: ['passes', 'cpu_seconds'].map((axis) => [...make('div', {}, makeProfiles({...experiment, axis})).querySelectorAll('.soft')].map((each) => / within .*?[.)]/.exec(each.textContent)[0])),
              shown: [[], [0]].map((each) => profileChart({...experiment, hidden: new Set(each)}, panel(0.1, 0)).traces.length),
              steps: [0.1, 0.01].map((target) => profileCsv(experiment, panel(target, 2)).trim().split('\\n').slice(1).map((line) => line.split(',')).map((row) => [row[4], ...row.slice(-2)]))};
            charts.length = before;
            const trials = (lambda, all) => ({method: 'm', variant: '', option: 'step', dataset: 'd', loss: 'hinge', regularizer: 'l2', lambda, origin: `from ${lambda}`, trials: all});
            const tuned = {...experiment, methods: [{...methods[0], name: 'm', variant: ''}],
              trials: {missing: '', constants: [trials(1, [[4, [2], 0], [1, [3], 0], [1, [0.5], 1], [1, [4], 0]]), trials(2, [[1, [1, null], 0]])]}};
            found.groups = trialGroups(tuned).length;
            found.variants = ['', 'v'].map((variant) => methodOf({methods: [{name: 'm', variant: 'v'}, {name: 'm', variant: ''}]}, {method: 'm', variant}));
            found.table = [...make('div', {}, makeTrials(tuned)).querySelectorAll('tbody tr')].map((row) => [...row.cells].slice(1).map((cell) => cell.textContent));
            const {traces: [{x, y}, chosen], layout} = trialChart(tuned, trialGroups(tuned)[0]);
            Object.assign(found, {chosen: chosen.text.map((each) => each.split('<br>').slice(1)), origins: [...make('div', {}, makeTrials(tuned)).querySelectorAll('figcaption')].map((each) => each.textContent), titles: [layout.xaxis.title.text, layout.yaxis.title.text]});
            const download_ = download, texts = [];
            download = (name, text) => texts.push(text);
            make('div', {}, makeTrials(tuned)).querySelectorAll('.tools button').forEach((button) => button.click());
            download = download_;
            charts.length = before;
            return {...found, x, y, rows: texts[1].trim().split('\\n').slice(1).map((line) => line.split(',').slice(-4))}""")
        self.assertEqual(found, {
            "captions": ["hinge + l2, to 1e-1, remark 0", "3 problems, each solved by some method.", "hinge + l2, to 1e-2, remark 2", "3 problems, of which no method solves 2."],
            "end": 2.6, "hover": "within 1.25 times the fastest: 0.75 of 3 problems",
            "steps": [[[target, "1", "0.25"], [target, "1.25", "0.75"]] for target in ("0.1", "0.01")], "groups": 2, "x": [1, 4], "y": [0.5, 2], "chosen": [["step: 1", "mean objective: 0.5", "chosen"]], "origins": ["from 1", "from 2"], "titles": ["step", "mean objective of the trials"], "variants": [1, 0], "shown": [1, 0],
            "words": [[" within so many times the passes of the fastest method there (medians over the seeds)"],
                      [" within so many times the time of the fastest method there (medians over the seeds, without setup)"]],
            "table": [["4", "2", ""], ["1", "3", ""], ["1", "0.5", "chosen"], ["1", "4", ""], ["1", "∞", ""]],
            "rows": [["1", "1", "1", "0"], ["1", "2", "inf", "0"]]})

    def test_facts_stand_in_their_columns(self):
        found = self.js("""const methods = [{name: 'm', variant: '', label: 'M'}, {name: 'n', variant: '', label: 'N'}];
            const cells = (place) => [...place.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent));
            const problem = {dataset: 'd', loss: 'hinge', regularizer: 'l2', lambda: 1, method: 'm', variant: ''};
            const left_out = [{dataset: 'gone', method: '', reason: 'no file'}, {...problem, reason: 'too wide'}];
            const machine = {processor: 'p', physical_cores: 2, memory_bytes: 2 ** 33, kernel: 'k', governor: 'g', huge_pages: 'h'};
            const failures = [{...problem, method: 1, seed: 3, status: 'diverged', id: 'abc'}], dataset = (source) => ({source, name: 'd', rows: 1, columns: 2, nonzeros: 3, test_rows: 4, origin: 'o', sha256: 's'});
            const facts = (failures, left_out) => makeFacts({methods, failures, manifest: {left_out, datasets: [], constants: [], references: [], sessions: []}})[2].querySelector('summary').textContent;
            return {parts: failureParts({methods, failures}, {left_out}).map((part) => [part.getAttribute('aria-label'), cells(part)]),
              data: cells(dataTable({datasets: ['stand-in', 'file'].map(dataset)})), troubles: [facts([], []), facts(failures, []), facts([], left_out)],
              program: [true, false].map((dirty) => cells(sessionTable({sessions: [{program: {commit: '0123456789abcdef', version: '1.0', dirty, value_type: 'double', compiler: 'c', flags: '-f'}, machine}]}))[0].slice(2, 4)),
              again: makeFacts({methods, failures: [], manifest: {config_file: 'a/b.json', left_out: [], datasets: [], constants: [], references: [], sessions: []}})[1].querySelector('code').textContent,
              constants: cells(constantTable({methods}, {constants: [{...problem, option: 'step', value: 3, origin: 'tuned'}]})),
              optima: cells(certificateTable({references: [{...problem, objective: 2, lower_bound: 1, gap: 0.5, nonzeros: 4, cpu_seconds: 8}]})),
              machine: cells(sessionTable({sessions: [{started: 's', ended: 'e', runs: 1, program: {commit: '', version: ''}, machine}]}))[0][4]}""")
        self.assertEqual(found, {
            "program": [["1.0 (0123456789ab, changed), values double", "c, -f"], ["1.0 (0123456789ab), values double", "c, -f"]], "again": "descent run a/b.json",
            "troubles": [f"What did not go as planned, and why{end}" for end in (": nothing", "", "")],
            "data": [["d", "stand-in (synthetic)", "1", "2", "3", "4", "o", "s"], ["d", "file", "1", "2", "3", "4", "o", "s"]],
            "parts": [["Runs that failed or diverged", [["d", "hinge + l2, λ = 1", "N", "3", "diverged", "abc"]]],
                      ["Datasets that were left out", [["gone", "no file"]]],
                      ["Methods that cannot work on a dataset", [["d", "hinge + l2", "M", "too wide"]]]],
            "constants": [["d", "hinge + l2, λ = 1", "M", "step", "3", "tuned"]],
            "optima": [["d", "hinge + l2, λ = 1", "2", "1", "0.5", "4", "m", "8"]],
            "machine": "p, 2 cores, 8 GiB, k, governor g, huge pages h"})

    def test_verdicts_are_of_the_last_results_and_say_what_they_lack(self):
        found = self.js("""const problem = {dataset: 'd', source: 'stand-in', loss: 'hinge', regularizer: 'l2', lambda: 1, formula: 'mean'};
            const experiments = ['first', 'last'].map((id) => ({id, name: 'e', problems: [{...problem}]}));
            const claim = {...problem, kind: 'faster', finding: 'f'}, verdict = {...problem, experiment: 'e', scale: 'D*', votes: false, verdict: 'fails', comparisons: [{target: 0.1, answer: 'against', value: [2, 2], methods: []}]};
            const answer = {setting: '', total: '0 of 1', missing: ['x'], datasets: [verdict]};
            const made = makeAnswer(experiments, claim, answer, [{name: 'other', objectives: ['sum']}, {name: '', objectives: ['mean']}]);
            const row = comparisonRow([], claim, verdict, {target: 0.1, answer: 'against', value: [2, 2], methods: []}, []);
            const changes = [{finding: 'f', dataset: 'd', from: 'holds', to: 'fails'}];
            const table = variationTable([{title: 'a', variation_of: 'b', compared: 1, changes}, {title: 'c', variation_of: 'b', compared: 0, changes: []}]);
            const found = {links: made.querySelectorAll('a').length, last: problemOf(experiments, claim, verdict, ['mean']).experiment.id, dataset: row[0], summary: made.querySelector('summary').textContent,
              classes: ['holds', 'fails', 'open'].map((each) => verdictSpan(each).className), changes: [...table.querySelectorAll('tbody tr')].map((each) => [...each.cells].map((cell) => cell.textContent))};
            const {experiment} = charts[0];
            showComparison({experiment, problem: experiment.problems[0]}, {number: 'nonzeros', axis: 'cpu_seconds'}, {methods: experiment.methods});
            return {...found, shown: [selection.x, selection.y, document.getElementById('switch-y').value]}""")
        self.assertEqual(found, {
            "last": "last", "dataset": "d (stand-in)", "summary": "holds on 0 of 1; no real results: x — d (no vote) fails ",
            "classes": ["verdict reproduced", "verdict not", "verdict undecided"], "links": 1,
            "changes": [["a", "b", "1", "f on d: holds → fails"], ["c", "b", "0", "not measured"]],
            "shown": ["passes", "density", "density"]})  # what the experiment's own axis is

    def test_switches_begin_with_what_all_results_have(self):
        chosen = self.js("""const problem = (name, tuning_seconds) => ({curves: [{points: {[name]: {}}, tuning_seconds}]}), results = (axis, name, tuning) => ({axis, problems: [problem(name, tuning)]});
            const parallel = {...results('cpu_seconds', 'suboptimality'), curve_axis: 'wall_seconds_with_setup'};
            return [[results('passes', 'suboptimality', 8), results('cpu_seconds', 'objective')], [results('passes', 'objective')], [parallel]].map((experiments) => {
              Object.assign(selection, {x: 'cpu_seconds', y: 'suboptimality'});
              makeSwitches(experiments, () => {});
              return [selection.x, selection.y, document.getElementById('switch-y').value, Boolean(document.querySelector('#switch-x [value=cpu_seconds_with_tuning]'))];
            })""")
        self.open_page()
        self.assertEqual(chosen, [["cpu_seconds", "suboptimality", "suboptimality", True], ["passes", "objective", "objective", False],
                                  ["wall_seconds_with_setup", "suboptimality", "suboptimality", False]])

    def test_the_keyboard_reaches_the_switches(self):
        element = self.browser.find_element(By.ID, "switch-y")
        self.js("arguments[0].focus()", element)
        element.send_keys(Keys.ARROW_DOWN)
        self.assertEqual(self.wait("return document.getElementById('switch-y').value !== 'suboptimality' && document.getElementById('switch-y').value"), "objective")
        self.js("drawAllCharts()")
        self.check_drawn("cpu_seconds", lambda row: number(row["objective_median"]))
        unnamed = self.js("""return [...document.querySelectorAll('button, select, input, a')].filter((each) => !each.textContent.trim() &&
            !each.getAttribute('aria-label') && !(each.labels && each.labels.length) && !each.closest('.modebar')).length""")
        self.assertEqual(unnamed, 0)

    def test_narrow_dark_and_printed(self):
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 400, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        self.wait("return document.documentElement.scrollWidth <= 400")
        self.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.switch("theme", "dark")
        self.assertEqual(self.js("return getComputedStyle(document.body).backgroundColor"), "rgb(20, 23, 27)")
        black = self.js("return document.querySelector('.plot').data.filter((each) => each.meta === 'curve')[2].line.color")
        self.assertGreater(sum(int(black[at:at + 2], 16) for at in (1, 3, 5)), 3 * 100)  # what is black on paper shows
        self.assertEqual(self.js("return document.querySelectorAll('fieldset.legend line')[2].getAttribute('stroke')"), black)
        paper = self.js("""const colour = () => document.querySelector('.plot').data.filter((each) => each.meta === 'curve')[2].line.color;
            dispatchEvent(new Event('beforeprint')); const found = colour(); dispatchEvent(new Event('afterprint')); return found""")
        self.assertEqual(paper, "#000000")
        opened = self.js("return document.querySelectorAll('details[open]').length")
        printed = self.browser.execute_cdp_cmd("Page.printToPDF", {})["data"]
        self.assertEqual(self.js("return document.querySelectorAll('details[open]').length"), opened)
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        shown = self.js("return [...document.querySelectorAll('button, #switches, nav')].filter((each) => each.offsetParent && !each.closest('th, .modebar')).map((each) => each.textContent)")
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
        self.assertEqual(shown, [])
        self.assertGreater(len(printed), 30_000)
        self.wait("return charts.every((each) => !each.isStale || !each.isInSight)")
        self.assertEqual(self.js("return document.querySelector('.plot').data.filter((each) => each.meta === 'curve')[2].line.color"), black)
        self.assertEqual(self.js("return getComputedStyle(document.body).backgroundColor"), "rgb(20, 23, 27)")

    def test_colours_are_those_of_the_system_unless_chosen(self):
        look = "return [getComputedStyle(document.body).backgroundColor, document.querySelector('.plot').layout.plot_bgcolor]"
        light = self.js(look)
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        try:
            self.wait("return document.documentElement.dataset.theme === 'dark'")
            for one, other in zip(self.js(look), light):
                self.assertNotEqual(one, other)
            self.switch("theme", "light")
            self.assertEqual(self.js(look), light)
        finally:
            self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: report_test.py PROGRAM [NAMES OF TESTS...]")
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    if not os.access(PROGRAM, os.X_OK):
        sys.exit(f"report_test.py: {PROGRAM}: is no program: give the `descent` that was built")
    unittest.main(verbosity=2)
