#!/usr/bin/env python3
"""Prints small bugs that the tests of a layer do not notice.

Copies the sources and writes bugs into random lines of the layer. Those that compile are built into one test program;
$DESCENT_MUTANT switches one on. A bug is noticed if a test fails, or if the tests take three times as long. The tests
of the bug's room run first, for plots then the drawings of kept results, then the others.
"""

import argparse
import collections
import os
import pathlib
import random
import re
import subprocess
import sys

DRAWINGS = "golden: what is drawn and printed of kept results does not change"
ROOT = pathlib.Path(__file__).resolve().parents[2]
OPERATORS = {  # operator: (right, wrong, operator of this precedence in mutant.hpp)
    "<": ("less", "less_equal", "<"), "<=": ("less_equal", "less", "<"), ">": ("greater", "greater_equal", "<"),
    ">=": ("greater_equal", "greater", "<"), "==": ("equal_to", "not_equal_to", "=="),
    "!=": ("not_equal_to", "equal_to", "=="), "+": ("plus", "minus", "+"), "-": ("minus", "plus", "+"),
    "*": ("multiplies", "divides", "*"), "/": ("divides", "multiplies", "*")}
OPERATOR = re.compile(r"(?<=[\w)\]] )(<=|>=|==|!=|<|>|\+|-|\*|/)(?= [\w(*!-])")
OTHERS = [(kind, re.compile(pattern), text.replace("ON", "mutation::on(NUMBER)")) for kind, pattern, text in (
    ("false", r" (&&|\|\|) (?=[\w!(])", r" \1 !ON && "),
    ("no minus", r"(?:(?<=[=,] )|(?<=\()|(?<=return ))-(?=[\w(])", r"-(ON ? -1 : 1) * "),
    ("no negation", r"(?<=[(&|])( ?)!(?=\w)", r"\1ON != !"),
    ("one more", r"(?<![\w.])(\d+(?:\.\d+)?(?:e-?\d+)?)(?![\w.])", r"mutation::picked(NUMBER, \1, \1 + 1)"),
    ("minimum", r"std::max(?=\()", r"mutation::Larger{NUMBER}"),
    ("left out", r"^(\s+)((?!return|throw|delete|co_)[\w:.>\[\]*-]+(?: (?:=|\+=|-=|\*=) [^;{}]+|\([^;{}]*\)))(?=;$)",
     r"\1ON ? void() : void(\2)"),
    ("left out", r"\b(break|continue);", r"if (!ON) \1;"),
    ("swapped", r"(?<=\w\()([a-z_][\w.]*), ([a-z_][\w.]*)(?=\))",
     r"mutation::picked(NUMBER, \1, \2), mutation::picked(NUMBER, \2, \1)"))]
# Lines without expressions, or with those that the compiler evaluates.
NO_CODE = re.compile(r"^\s*(//|#|using |template|namespace |static_assert|case |enum |class |struct |public:|private:)"
                     r"|constexpr|operator|\brequires\b|\"|'")


def bugs_of(line):
    """All (kind, begin, end, text with NUMBER) of a line."""
    code = line.split("  //")[0].rstrip()
    if NO_CODE.search(code):
        return
    for match in OPERATOR.finditer(code):
        right, wrong, symbol = OPERATORS[match[1]]
        instead = f"mutation::Instead<std::{right}<>, std::{wrong}<>>{{NUMBER}}"
        yield f"{match[1]} is {wrong}", match.start(), match.end(), f"{symbol} {instead} {symbol}"
    for kind, pattern, text in OTHERS:
        for match in pattern.finditer(code):
            yield f"{match[0].strip()} is {kind}", match.start(), match.end(), match.expand(text)


def users_of(file, includers):
    """The file and all that include it, directly or not, the nearest first."""
    users = [file]
    for user in users:
        users += sorted(includers[user] - set(users))
    return users


def draw(wanted, includers):
    """Bugs {(file, line): (number, kind, begin, end, text)}, one a line, in files that only their layer includes."""
    lines = []
    for file in sorted(file for room in wanted.room for file in (ROOT / wanted.layer / room).rglob("*.?pp")):
        name = str(file.relative_to(ROOT))
        if all(user.startswith((wanted.layer + "/", "tests/")) for user in users_of(name, includers)):
            for number, line in enumerate(file.read_text().splitlines()):
                if found := list(bugs_of(line)):
                    lines.append(((name, number), found))
    generator = random.Random(wanted.seed)
    chosen = generator.sample(lines, min(wanted.count, len(lines)))
    return {place: (number, *generator.choice(found)) for number, (place, found) in enumerate(chosen, 1)}


def write(copy, name, bugs):
    """Writes a file of the copy with its bugs. A file that stays the same keeps its time."""
    lines = (ROOT / name).read_bytes().split(b"\n")
    here = {place[1]: bug for place, bug in bugs.items() if place[0] == name}
    for line, (number, _, begin, end, text) in here.items():
        right = lines[line].decode()
        lines[line] = (right[:begin] + text.replace("NUMBER", str(number)) + right[end:]).encode()
    if here:
        lines.insert(0, b'#include <tests/mutation/mutant.hpp>\n#line 1')  # the test of the layers reads quoted names
    if not (copy / name).exists() or (copy / name).read_bytes() != b"\n".join(lines):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes(b"\n".join(lines))
        (copy / name).chmod((ROOT / name).stat().st_mode)


def build(copy, layer, bugs):
    """Builds the layer's tests with the bugs that compile, and returns these. They keep their numbers, so that what has
    compiled is not compiled again."""
    if not (copy / "build" / "build.ninja").exists():
        subprocess.run([copy / ".ci/configure.sh", copy / "build", "-DDESCENT_TESTS=ON"], check=True)
    above = {"plots": ["descent", "experiments_tests"], "experiments": ["descent", "descent_with_faults"]}
    targets = [f"{layer}_tests", *above.get(layer, [])]
    names = {place[0] for place in bugs}
    while True:
        for name in names:
            write(copy, name, bugs)
        made = subprocess.run(["cmake", "--build", copy / "build", "--target", *targets, "--", "-k", "0"], text=True,
                              capture_output=True)
        if made.returncode == 0:
            return bugs
        wrong = {place for place in bugs if re.search(rf"{place[0]}:{place[1] + 1}[:,]", made.stdout)}
        for name, line in re.findall(r"([^\s:]+):(\d+):\d+: error", made.stdout) if not wrong else ():
            here = [place for place in bugs if name.endswith("/" + place[0])]
            wrong |= set(sorted(here, key=lambda place: abs(place[1] + 1 - int(line)))[:1])  # the nearest
        if not wrong:
            sys.exit(made.stdout[-3000:])
        bugs = {place: bug for place, bug in bugs.items() if place not in wrong}


def run_tests(copy, layer, bug, names, arguments, seconds=None):
    """Runs the tests of these names, or all, with one bug on. Returns the finished process, or None after so long."""
    if names:
        (copy / "build" / "names").write_text("".join('"{}"\n'.format(name.replace(",", "\\,")) for name in names))
        arguments = [*arguments, "--input-file", copy / "build" / "names"]
    environment = dict(os.environ, DESCENT_MUTANT=str(bug), DESCENT_PROGRAM=str(copy / "build" / "descent"))
    try:
        return subprocess.run([copy / f"build/tests/{layer}_tests", *arguments], cwd=copy, env=environment, text=True,
                              capture_output=True, errors="replace", timeout=seconds)
    except subprocess.TimeoutExpired:
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("layer", choices=["support", "datasets", "solvers", "plots", "experiments"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--room", nargs="+", default=[""], help="folders of the layer")
    parser.add_argument("--longest", type=float, default=5, help="seconds of a test of another room")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build-mutation", help="for copy and build")
    wanted = parser.parse_args()
    copy, layer = wanted.folder.resolve(), wanted.layer

    includers = collections.defaultdict(set)
    tests = {}  # name: folder
    for name in subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.splitlines():
        if (ROOT / name).is_file():
            write(copy, name, {})
        if (ROOT / name).is_file() and name.endswith(("cpp", "hpp")):
            text = (ROOT / name).read_text()
            for included in re.findall(r'^#include "(.+)"', text, re.MULTILINE):
                includers[included].add(name)
            for parts in re.findall(r'^TEST_CASE\(((?:\s*".*?")+)', text, re.MULTILINE):
                tests["".join(re.findall(r'"(.*?)"', parts))] = pathlib.Path(name).parent
    bugs = build(copy, layer, draw(wanted, includers))

    timed = run_tests(copy, layer, 0, (), ["--durations", "yes"])
    if timed.returncode != 0:
        sys.exit("the tests fail without a bug\n" + timed.stdout[-3000:])
    seconds = {match[2]: float(match[1]) for match in re.finditer(r"^([\d.]+) s: (.+)$", timed.stdout, re.MULTILINE)
               if match[2] in tests}
    survivors = 0
    for (file, line), (bug, kind, *_) in bugs.items():
        near = [name for name in seconds if tests[name] == "tests" / pathlib.Path(file).parent]
        far = [name for name in seconds if name not in near and seconds[name] <= wanted.longest]
        drawings = [DRAWINGS] if layer == "plots" else []
        for names in filter(None, (near, drawings, far)):
            finished = run_tests(copy, "experiments" if names is drawings else layer, bug, names, ["--abort"],
                                 3 * sum(seconds.get(name, 10) for name in names) + 5)
            if finished is None or finished.returncode != 0:
                break
        else:
            survivors += 1
            print(f"{file}:{line + 1}: {kind}: {(ROOT / file).read_text().splitlines()[line].strip()}", flush=True)
    print(f"{layer}, seed {wanted.seed}: {len(bugs) - survivors} of {len(bugs)} bugs noticed")


if __name__ == "__main__":
    main()
