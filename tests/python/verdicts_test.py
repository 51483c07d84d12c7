"""Computes the published verdicts again from the published runs, by docs/verdicts.md alone.  verdicts_test.py ROOT"""
import csv
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import numpy

root = pathlib.Path(sys.argv.pop(1))
inf = math.inf
settings = ["published", "own", "all-tuned"]
near = 1.03  # other random numbers move the ends of an interval by less than this factor


def alternatives(claims, claim):
    for each in claim.get("datasets", claims["datasets"]):
        yield from each if isinstance(each, list) else [each]


def quantile(values, share):
    values = sorted(values)
    place = share * (len(values) - 1)
    low, weight = int(place), place - int(place)
    high = min(low + 1, len(values) - 1)
    return values[low] if weight == 0 or values[low] == values[high] else values[low] + weight * (values[high] - values[low])


def divided(above, below):
    def divide(a, b, undefined):
        if (a == 0 and b == 0) or (a == inf and b == inf):
            return undefined
        return inf if b == 0 else a / b
    return divide(above[0], below[1], 0), divide(above[1], below[0], inf)


def resampled_medians(ends, dice):
    return numpy.median(numpy.array(ends)[dice.integers(len(ends), size=(2000, len(ends)))], axis=1).tolist()


def interval_of_ratio(above, below):
    if len(set(above)) == 1 and len(set(below)) == 1:
        return divided(above[0], below[0])
    dice = numpy.random.default_rng(2013)
    ratios = [divided(*each) for each in zip(resampled_medians(above, dice), resampled_medians(below, dice))]
    return quantile([each[0] for each in ratios], 0.025), quantile([each[1] for each in ratios], 0.975)


class Run:
    def __init__(self, rows):
        self.status = rows[-1]["status"]
        self.setup = float(rows[-1]["setup_seconds"])
        self.seconds = [float(row["cpu_seconds"]) for row in rows]
        self.distance = [float(row["suboptimality"]) for row in rows]
        self.start, self.bound = float(rows[0]["objective"]), float(rows[0]["lower_bound"])
        self.nonzeros = int(rows[-1]["nonzeros"])
        self.unit = self.bound if self.bound >= 0.01 * self.start else self.distance[0]

    def arrival(self, target):
        """Checkpoint of the arrival, or None."""
        heights = [each / self.unit for each in self.distance]
        above = max((i for i, height in enumerate(heights) if height > 2 * target), default=-1)
        return next((i for i in range(above + 1, len(heights)) if heights[i] <= target), None)

    def time(self, target):
        i = self.arrival(target)
        if self.status.startswith("failed"):
            return 0, inf
        if i is None:
            return (self.seconds[-1] + self.setup if self.status in ("budget", "target") else inf), inf
        if i == 0:
            return 0, 0
        t0, t1 = self.seconds[i - 1], self.seconds[i]
        if t1 > 10 * t0 * (1 + 1e-9):
            return self.setup + t0, self.setup + t1
        y0, y1 = self.distance[i - 1] / self.unit, self.distance[i] / self.unit
        if y1 <= 0:
            return self.setup + t1, self.setup + t1
        crossed = self.setup + min(t1, t0 * (t1 / t0) ** (math.log(y0 / target) / math.log(y0 / y1)))
        return crossed, crossed


class Folder:
    def __init__(self, path):
        self.manifest = json.loads((path / "manifest.json").read_text())
        self.columns = {each["name"]: each["columns"] for each in self.manifest["datasets"]}
        self.runs = {}
        for file in sorted((path / "runs").glob("*.csv")):
            rows = list(csv.DictReader(file.read_text().splitlines()))
            self.runs.setdefault((rows[0]["dataset"], rows[0]["method"], rows[0]["variant"]), []).append(Run(rows))
            self.regularizer = rows[0]["regularizer"]

    def entry(self, method, protocol):
        name, options = (method, "") if isinstance(method, str) else (method["name"], method["variant"])
        fits = [each["variant"] for each in self.manifest["methods"] if each["name"] == name
                and protocol in each.get("protocols", [protocol]) and set(options.split()) <= set(each["variant"].split())]
        return min(fits, key=lambda variant: len(variant.split()), default=None)

    def of(self, dataset, method, protocol):
        name = method if isinstance(method, str) else method["name"]
        return self.runs.get((dataset, name, self.entry(method, protocol)), [])

    def optimum(self, dataset):
        return next(each for each in self.manifest["references"] if each["dataset"] == dataset)


def answer_of_times(interval, limits):
    low, high = interval
    if limits:
        return "for" if limits[0] <= low and high <= limits[1] else "against" if low > limits[1] or high < limits[0] else "undecided"
    return "for" if low > 1.5 else "against" if high < 1 / 1.5 else "level" if low >= 1 / 1.5 and high <= 1.5 else "undecided"


def is_close_call(interval, limits):
    ends = limits or [1 / 1.5, 1.5]
    return any(0 < limit < inf and 0 < end < inf and 1 / near < end / limit < near for limit in ends for end in interval)


def comparisons(folder, claims, claim, dataset, protocol):
    """(answer, whether other random numbers may change it) of each comparison."""
    limits = [(-inf, inf)[i] if end is None else end for i, end in enumerate(claim["range"])] if "range" in claim else None
    first = folder.of(dataset, claim.get("faster", claim.get("method")), protocol)
    others = claim.get("slower", claim.get("ratio_to", []))
    others = [folder.of(dataset, each, protocol) for each in (others if isinstance(others, list) else [others])]
    others = [each for each in others if each]
    if claim.get("number") == "reached":
        shares = {float(run.arrival(target) is not None) for run in first for target in claim["targets"]}
        assert len(shares) == 1, "Student's interval is not needed for the published runs"
        share = shares.pop()
        return [(answer_of_times((share, share), limits), False)]
    found = []
    for other in others:
        assert min(len(first), len(other)) >= 5
        if claim.get("number") == "nonzeros":
            counts = [[(run.nonzeros, run.nonzeros) for run in runs] for runs in (first, other)]
            pairs = [interval_of_ratio(*counts)]
        else:
            optimum = folder.optimum(dataset)
            targets = claim.get("targets", claims["targets"])
            assert optimum["objective"] - optimum["lower_bound"] <= 0.1 * min(targets) * first[0].unit
            pairs = [interval_of_ratio([run.time(t) for run in other], [run.time(t) for run in first]) for t in targets]
        found += [(answer_of_times(pair, limits), is_close_call(pair, limits)) for pair in pairs]
    return found


def verdict(answers, needed):
    counts = {each: answers.count(each) for each in ("for", "against", "level")}
    decided = sum(counts.values())
    if decided < needed:
        return "open"
    if 2 * counts["for"] > decided and counts["against"] == 0:
        return "holds"
    return "fails" if 2 * counts["against"] > decided and counts["for"] == 0 else "mixed"


class Verdicts(unittest.TestCase):
    published = json.loads((root / "results/published/tao2013.json").read_text())
    claims = json.loads((root / "configs/claims/tao2013.json").read_text())

    def published_verdicts(self):
        for claim in self.published["claims"]:
            for answer in claim["answers"]:
                for each in answer["datasets"]:
                    if each["votes"]:
                        yield claim["id"], answer["setting"], each

    def test_verdicts_follow_from_the_runs_by_the_rule_of_the_page(self):
        compared = cells = 0
        with tempfile.TemporaryDirectory() as place:
            subprocess.run(["tar", "--zstd", "-xf", root / "results/published/real_figures.tar.zst", "-C", place], check=True)
            folders = {each.regularizer: each for each in (Folder(pathlib.Path(place) / "results" / name) for name in ("real_figure1", "real_figure2"))}
        specified = {each["id"]: each for each in self.claims["claims"]}
        for identifier, setting, each in self.published_verdicts():
            if setting not in settings:
                continue
            claim, dataset = specified[identifier], each["dataset"]
            self.assertIn(dataset, list(alternatives(self.claims, claim)))
            folder = folders[claim["regularizer"]]
            found = comparisons(folder, self.claims, claim, dataset, setting)
            answers = [answer for answer, _ in found]
            with self.subTest(claim=identifier, setting=setting, dataset=dataset):
                self.assertEqual(len(found), len(each["comparisons"]))
                for (answer, close), theirs in zip(found, each["comparisons"]):
                    self.assertTrue(answer == theirs["answer"] or close, (answer, theirs))
                dense = claim.get("number") == "nonzeros" and folder.optimum(dataset)["nonzeros"] >= 0.9 * folder.columns[dataset]
                expected = "does not apply" if dense else verdict(answers, 2 if claim["kind"] == "faster" else 1)
                self.assertTrue(expected == each["verdict"] or any(close for _, close in found), (expected, each["verdict"]))
            compared += len(found)
            cells += 1
        print(f"{cells} verdicts and {compared} comparisons computed again")
        self.assertGreater(cells, 100)

    def test_the_summary_counts_the_verdicts(self):
        summary = self.claims["summary"]
        for row, written in zip(summary["rows"], self.published["summary"]["rows"], strict=True):
            for name, cell in zip(row["settings"], written["cells"], strict=True):
                votes = [each["verdict"] == "holds" for claim, setting, each in self.published_verdicts()
                         if setting == name and claim in row.get("claims", summary["claims"]) and each["dataset"] in row["datasets"]
                         and each["verdict"] != "does not apply"]
                self.assertEqual(cell, f"{sum(votes)} of {len(votes)}")

    def test_the_readme_has_the_published_summary(self):
        text = (root / "README.md").read_text()
        table = re.search(r"(\| SCD is faster .*?)\n\n", text, re.S).group(1).splitlines()
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
        summary = self.published["summary"]
        self.assertEqual(rows[0], [summary["title"], *summary["columns"]])
        self.assertEqual(rows[2:], [[row["title"], *row["cells"]] for row in summary["rows"]])
        answer = text[text.index("**Partly.**"):text.index(table[0])]
        cells = [cell for row in summary["rows"] for cell in row["cells"]]
        for number in re.findall(r"\d+ of \d+", answer):
            self.assertIn(number, cells)
        self.assertLessEqual(len(answer.split()), 120)

    def test_the_table_of_findings_has_the_published_verdicts(self):
        text = (root / "results/README.md").read_text()
        published = {(claim, setting, each["dataset"]): each["verdict"] for claim, setting, each in self.published_verdicts()}
        names = [name for name in dict.fromkeys(each for _, _, each in published) if f"| {name} |" in text]
        for claim in self.claims["claims"]:
            cells = []
            for name in names:
                is_asked = name in alternatives(self.claims, claim)
                words = [published.get((claim["id"], each, name), "–") if is_asked else "" for each in settings]
                cells.append(words[0] if len(set(words)) == 1 else " / ".join(words))
            self.assertIn(" | ".join([f"| {claim['finding']}: {claim['statement']}", *cells]) + " |\n", text)


unittest.main(verbosity=1)
