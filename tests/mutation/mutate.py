#!/usr/bin/env python3
"""Tells how many small bugs the tests of a layer notice.

    tests/mutation/mutate.py LAYER [--seed S] [--count N] [--room ROOM]

Writes N bugs into a copy of the sources (build-mutation/), at random lines of the layer: a comparison, sign, factor or
constant that is another, a condition that is false, a statement left out, two arguments swapped. All are built into one
test program; $DESCENT_MUTANT switches one on (mutant.hpp). Bugs that do not compile are left out. A bug is noticed if a
test fails, or takes three times as long as all tests without it. Prints the others, for the tests that are missing.
"""

import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPY = ROOT / "build-mutation" / "sources"
BUILD = ROOT / "build-mutation" / "build"

COMPARISONS = {"<": ("less", "less_equal"), "<=": ("less_equal", "less"), ">": ("greater", "greater_equal"),
               ">=": ("greater_equal", "greater"), "==": ("equal_to", "not_equal_to"), "!=": ("not_equal_to", "equal_to"),
               "+": ("plus", "minus"), "-": ("minus", "plus"), "*": ("multiplies", "divides"), "/": ("divides", "multiplies")}
WRITTEN_AS = {"<": "<", "<=": "<", ">": "<", ">=": "<", "==": "==", "!=": "==", "+": "+", "-": "+", "*": "*", "/": "*"}
# What the compiler evaluates, or what is no expression.
NO_CODE = re.compile(r"^\s*(//|///|#|using |template|namespace |static_assert|case |enum |class |struct |public:|private:)"
                     r"|constexpr|operator|\brequires\b|\"|'")
OPERATOR = re.compile(r"(?<=[\w)\]]) (<=|>=|==|!=|<|>|\+|-|\*|/) (?=[\w(*!])")
CONSTANT = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?:e-?\d+)?(?![\w.])")
STATEMENT = re.compile(r"^(\s+)((?!return|throw|delete|co_)[\w:.>\[\]*-]+(?: (?:=|\+=|-=|\*=) [^;{}]+|\([^;{}]*\)));$")
ARGUMENTS = re.compile(r"(?<=\w\()(\w+), (\w+)(?=\))")


def code_of(line):
    """The line without a comment at its end."""
    return line.split("  //")[0].rstrip()


def bugs_of(line):
    """All (kind, begin, end, text with {0} for the bug's number) of a line."""
    code = code_of(line)
    if NO_CODE.search(code):
        return
    for match in OPERATOR.finditer(code):
        right, wrong = COMPARISONS[match[1]]
        symbol = WRITTEN_AS[match[1]]
        instead = f"descent::mutation::Instead<std::{right}<>, std::{wrong}<>>{{{{{{0}}}}}}"
        yield f"{match[1]} is {wrong}", match.start(1), match.end(1), f"{symbol} {instead} {symbol}"
    for match in re.finditer(r" && (?=[\w!(])", code):
        yield "&& is false", match.start(), match.end(), " && !descent::mutation::on({0}) && "
    for match in re.finditer(r" \|\| (?=[\w!(])", code):
        yield "left of || alone", match.start(), match.end(), " || !descent::mutation::on({0}) && "
    for match in CONSTANT.finditer(code):
        yield f"{match[0]} + 1", match.start(), match.end(), f"descent::mutation::constant({{0}}, {match[0]})"
    if match := STATEMENT.match(code):
        text = match[2].replace("{", "{{").replace("}", "}}")
        yield "left out", match.start(2), match.end(2), f"descent::mutation::on({{0}}) ? void() : void({text})"
    for match in ARGUMENTS.finditer(code):
        one, other = match[1], match[2]
        if not one.isdigit() and not other.isdigit():
            yield ("arguments swapped", match.start(), match.end(),
                   f"descent::mutation::swapped({{0}}, {one}, {other}), descent::mutation::swapped({{0}}, {other}, {one})")


def draw(folder, count, generator):
    """So many bugs, each on a line of its own: {(file, line number): (kind, begin, end, text)}."""
    lines = []
    for file in sorted(folder.rglob("*.?pp")):
        for number, line in enumerate(file.read_text().splitlines()):
            if found := list(bugs_of(line)):
                lines.append((file.relative_to(ROOT), number, found))
    chosen = generator.sample(lines, min(count, len(lines)))
    return {(str(file), number): generator.choice(found) for file, number, found in chosen}


def write_copy(bugs):
    """Writes all sources with these bugs; files that stay the same keep their times."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=True, capture_output=True, text=True).stdout
    numbers = {place: number for number, place in enumerate(bugs)}
    for name in filter(None, listed.split("\0")):
        source, copy = ROOT / name, COPY / name
        if not source.is_file():
            continue
        content = source.read_bytes()
        places = [place for place in bugs if place[0] == name]
        if places:
            lines = content.decode().splitlines()
            for place in places:
                _, begin, end, text = bugs[place]
                line = lines[place[1]]
                lines[place[1]] = line[:begin] + text.format(numbers[place]) + line[end:]
            content = ('#include "tests/mutation/mutant.hpp"\n#line 1\n' + "\n".join(lines) + "\n").encode()
        if not copy.exists() or copy.read_bytes() != content:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
            copy.chmod(source.stat().st_mode)


def build(layer, bugs):
    """Builds the test program; bugs that do not compile are left out. Returns the others, with their numbers."""
    while True:
        write_copy(bugs)
        if not (BUILD / "build.ninja").exists():
            subprocess.run([COPY / ".ci/configure.sh", BUILD, "-DDESCENT_TESTS=ON"], check=True,
                           stdout=subprocess.DEVNULL)
        targets = ["descent", "descent_with_faults"] if layer == "experiments" else []
        made = subprocess.run(["cmake", "--build", BUILD, "--target", f"{layer}_tests", *targets, "--", "-k", "0"],
                              capture_output=True, text=True)
        if made.returncode == 0:
            return bugs
        named = {(match[1], int(match[2]) - 1)
                 for match in re.finditer(rf"{re.escape(str(COPY))}/([^:\s]+):(\d+)", made.stdout)}
        left = {place: bug for place, bug in bugs.items() if place not in named}
        if len(left) == len(bugs):
            sys.exit(made.stdout[-3000:])
        bugs = left


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("layer", choices=["support", "datasets", "solvers", "plots", "experiments"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--room", default="", help="a folder of the layer")
    wanted = parser.parse_args()

    drawn = draw(ROOT / wanted.layer / wanted.room, wanted.count, random.Random(wanted.seed))
    bugs = build(wanted.layer, drawn)

    def fails(number, seconds):
        environment = dict(os.environ, DESCENT_MUTANT=str(number), DESCENT_PROGRAM=str(BUILD / "descent"))
        command = [BUILD / "tests" / f"{wanted.layer}_tests", "--abort"]
        try:
            return subprocess.run(command, cwd=COPY, env=environment, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, timeout=seconds).returncode != 0
        except subprocess.TimeoutExpired:
            return True

    begin = time.monotonic()
    if fails(-1, None):
        sys.exit("the tests fail without a bug")
    limit = 3 * (time.monotonic() - begin) + 5
    survivors = []
    for number, ((file, line), (kind, *_)) in enumerate(bugs.items()):
        if not fails(number, limit):
            survivors.append(number)
            print(f"{file}:{line + 1}: {kind}: {code_of((ROOT / file).read_text().splitlines()[line]).strip()}", flush=True)
    print(f"{wanted.layer}, seed {wanted.seed}: {len(bugs) - len(survivors)} of {len(bugs)} bugs noticed")


if __name__ == "__main__":
    main()
