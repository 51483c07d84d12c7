"""Computes tables of `descent plot` again from runs.csv with NumPy and pandas.  analysis_test.py DESCENT"""
import json
import os
import subprocess
import sys
import tempfile

import numpy
import pandas

program = os.path.abspath(sys.argv[1])
targets = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6]
names = ["method", "variant"]


def amount(rows, axis):
    return rows.passes if axis == "passes" else rows.cpu_seconds + (rows.setup_seconds if axis.endswith("setup") else 0)


def arrival(run, target, axis):
    """Bounds of the time to a target: the first checkpoint from which on all are at most twice the target."""
    reached = (run.suboptimality / run.lower_bound).to_numpy()
    times, work = amount(run, axis).to_numpy(), amount(run, "passes" if axis == "passes" else "cpu_seconds").to_numpy()
    last_above = max(numpy.flatnonzero(reached > 2 * target), default=-1)
    below = [i for i in range(last_above + 1, len(run)) if reached[i] <= target]
    if not below:
        return times[-1] if run.status.iloc[-1] in ("budget", "target") else numpy.inf, numpy.inf
    i = below[0]
    if i == 0:
        return 0, 0
    setup = times[i] - work[i]
    if run.cpu_seconds.iloc[i - 1] == 0:
        return setup, setup + work[i]
    if work[i - 1] <= 0 or reached[i] <= 0:
        return times[i], times[i]
    share = numpy.log(reached[i - 1] / target) / numpy.log(reached[i - 1] / reached[i])
    crossed = setup + min(work[i], work[i - 1] * (work[i] / work[i - 1]) ** share)
    return crossed, crossed


def shifted_mean(values, shift):
    return numpy.exp(numpy.mean(numpy.log(numpy.array(values) + shift))) - shift


def close(found, expected):
    numpy.testing.assert_allclose(numpy.array(found, dtype=float), numpy.array(expected, dtype=float), rtol=1e-6, atol=1e-12)


def check(folder, axis):
    read = lambda name: pandas.read_csv(os.path.join(folder, name), keep_default_na=False, na_values=[""]).fillna({"variant": ""})
    runs, table = read("runs.csv"), read("tables/time_to_target.csv")
    with open(os.path.join(folder, "manifest.json")) as file:
        gaps = {each["dataset"]: each["gap"] for each in json.load(file)["references"]}
    cells = {key: [run for _, run in cell.groupby("run_id")] for key, cell in runs.groupby(["dataset"] + names)}
    assert len(cells) == 6 and all(len(cell) == 3 for cell in cells.values())
    methods = sorted({key[1:] for key in cells})
    longest = {name: max(amount(run, axis).iloc[-1] for key, cell in cells.items() if key[0] == name for run in cell) for name in gaps}
    reached = {(key, target): [arrival(run, target, axis) for run in cell] for key, cell in cells.items() for target in targets}

    rows = table[table.scale == "optimum"]

    # Shifted geometric means.
    means = read("tables/geometric_mean.csv")
    assert len(means) == len(methods) * len(targets)
    shift = 1 if axis == "passes" else 0.01
    for _, row in means.iterrows():
        medians = {name: numpy.median([arrived[1] for arrived in reached[(name, row.method, row.variant), row.target]]) for name in gaps}
        assert row.unsolved == sum(numpy.isinf(list(medians.values()))) and row.problems == len(gaps)
        close(row["mean"], shifted_mean([median if numpy.isfinite(median) else longest[name] for name, median in medians.items()], shift))

    print(axis, "reached:", int(rows.arrived.sum()), "of", int(rows.runs.sum()))
    assert 0 < rows.arrived.sum() < rows.runs.sum()


with tempfile.TemporaryDirectory() as folder:
    random = numpy.random.default_rng(3)
    for name, count in (("left", 300), ("right", 200)):
        X = random.normal(size=(count, 15))
        numpy.savez(os.path.join(folder, name + ".npz"), X=X, y=numpy.where(X[:, 0] + random.normal(size=count) > 0, 1, -1))
    for budget, axis in (({"cpu_seconds": 0.02}, "cpu_seconds_with_setup"), ({"passes": 12}, "passes")):
        configuration = {"name": axis, "datasets": [{"file": "left.npz"}, {"file": "right.npz"}], "loss": "hinge", "regularizer": "l2",
                         "lambdas": [0.01], "methods": [{"name": "permuted_dcd"}, {"name": "cyclic_dcd"}, {"name": "pegasos"}], "seeds": 3, **budget}
        with open(os.path.join(folder, "config.json"), "w") as file:
            json.dump(configuration, file)
        subprocess.run([program, "run", "config.json", "--out", axis, "--quiet"], cwd=folder, check=True)
        check(os.path.join(folder, axis), axis)
