"""Wall time of a whole `descent solve --gap`, from text on disk to weights on disk, beside `liblinear-train`.

    python3 tests/benchmarks/whole_command.py DESCENT FILE...

FILE is LIBSVM text with two classes; C = 1 under l2. LIBLINEAR (package liblinear-tools) is run with its default
tolerance, and with the loosest tolerance, among four a decade, that reaches the same relative suboptimality; of its two
solvers for a loss the faster counts. All on one core, medians of 3 runs in turn. Leave the machine alone meanwhile.
"""
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

import numpy

from signed_rows import signed_rows

SOLVERS = {"hinge": [3], "squared_hinge": [1, 2], "logistic": [7, 0]}
LOSSES = {"hinge": lambda z: numpy.maximum(0, 1 - z), "squared_hinge": lambda z: numpy.maximum(0, 1 - z) ** 2,
          "logistic": lambda z: numpy.logaddexp(0, -z)}


def seconds_of(command, outputs):
    for output in outputs:
        pathlib.Path(output).unlink(missing_ok=True)
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def main(descent, files, folder):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    model, weights = os.path.join(folder, "model"), os.path.join(folder, "weights")
    print("| data | loss | gap | descent solve, s | of it training | LIBLINEAR, default, s (gap) | same gap, s | ratio |")
    print("|---|---|--:|--:|--:|--:|--:|--:|")
    for file in files:
        rows = signed_rows(file)
        for loss, solvers in SOLVERS.items():

            def train(solver, tolerance=None):
                epsilon = [] if tolerance is None else ["-e", repr(tolerance)]
                return ["liblinear-train", "-s", str(solver), *epsilon, file, model]

            def objective():
                head, text = open(model).read().split("\nw\n")
                w = numpy.array(text.split(), float)
                if re.search(r"^label (\S+)", head, re.M)[1].startswith("-"):
                    w = -w
                return w @ w / 2 + LOSSES[loss](rows[:, :len(w)] @ w).sum()

            for gap in (1e-3, 1e-6):
                solve = [descent, "solve", "--dataset", file, "--loss", loss, "--regularizer", "l2", "--lambda", "C=1",
                         "--gap", repr(gap), "--out", weights]
                said = subprocess.run([*solve, "--json"], check=True, capture_output=True, text=True).stdout
                ours = json.loads(said)
                bound = ours["lower_bound"] / ours["lambda"]  # of LIBLINEAR's sum

                def gap_after(command):
                    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
                    return (objective() - bound) / bound, "max number of iterations" in said

                peers = []  # a solver with the loosest tolerance that reaches the gap
                for solver in solvers:
                    for k in range(33):
                        command = train(solver, 10 ** (-k / 4))
                        reached, is_cut_off = gap_after(command)
                        if reached <= gap:
                            peers.append(command)
                        if reached <= gap or is_cut_off:
                            break
                default = train(solvers[0])
                default_gap, _ = gap_after(default)
                commands = [solve, default, *peers]
                times = [[seconds_of(command, (weights, model)) for command in commands] for _ in range(3)]
                ours_s, default_s, *peer_s = [statistics.median(column) for column in zip(*times)]
                same = min(peer_s, default=math.nan)  # nan: not reached in its 1,000 iterations
                trained = ours["cpu_seconds"] + ours["setup_seconds"]
                print(f"| {os.path.basename(file)} | {loss} | {gap:g} | {ours_s:.3f} | {trained:.3f} |"
                      f" {default_s:.3f} ({default_gap:.0e}) | {same:.3f} | {ours_s / same:.2f} |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        main(os.path.abspath(sys.argv[1]), sys.argv[2:], folder)
