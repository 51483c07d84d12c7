"""Computes tables of `descent plot` again from runs.csv with NumPy and pandas.  analysis_test.py DESCENT"""
import itertools
import json
import os
import subprocess
import sys
import tempfile

import numpy
import pandas
import scipy.stats

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


def integral(run, end, axis):
    times = numpy.concatenate([[0], amount(run, axis), [end]])
    gaps = (run.suboptimality / run.objective).clip(lower=0).to_numpy()
    return numpy.sum(numpy.concatenate([gaps[:1], gaps]) * numpy.diff(times))


def shifted_mean(values, shift):
    return numpy.exp(numpy.mean(numpy.log(numpy.array(values) + shift))) - shift


def p_value(first, second):
    everything = list(first) + list(second)
    score = [sum(int(a[1] < b[0]) - int(b[1] < a[0]) for b in everything) for a in everything]
    sums = [abs(sum(score[i] for i in chosen)) for chosen in itertools.combinations(range(len(everything)), len(first))]
    return numpy.mean(numpy.array(sums) >= sums[0])


def close(found, expected):
    numpy.testing.assert_allclose(numpy.array(found, dtype=float), numpy.array(expected, dtype=float), rtol=1e-6, atol=1e-12)


def check(folder, axis):
    read = lambda name: pandas.read_csv(os.path.join(folder, name), keep_default_na=False, na_values=[""]).fillna({"variant": "", "rival_variant": ""})
    runs, table = read("runs.csv"), read("tables/time_to_target.csv")
    with open(os.path.join(folder, "manifest.json")) as file:
        gaps = {each["dataset"]: each["gap"] for each in json.load(file)["references"]}
    cells = {key: [run for _, run in cell.groupby("run_id")] for key, cell in runs.groupby(["dataset"] + names)}
    assert len(cells) == 6 and all(len(cell) == 3 for cell in cells.values())
    methods = sorted({key[1:] for key in cells})
    longest = {name: max(amount(run, axis).iloc[-1] for key, cell in cells.items() if key[0] == name for run in cell) for name in gaps}
    reached = {(key, target): [arrival(run, target, axis) for run in cell] for key, cell in cells.items() for target in targets}

    # Expected running times and primal integrals.
    rows = table[table.scale == "optimum"]
    for _, row in rows.iterrows():
        key = (row.dataset, row.method, row.variant)
        times = [arrived[1] for arrived in reached[key, row.target]]
        ends = [amount(run, axis).iloc[-1] for run in cells[key]]
        successes = numpy.isfinite(times).sum()
        spent = sum(time if numpy.isfinite(time) else end for time, end in zip(times, ends))
        close(row[f"{axis}_expected"], spent / successes if successes else numpy.nan)
        close(row[f"{axis}_primal_integral"], numpy.median([integral(run, longest[row.dataset], axis) for run in cells[key]]))

    # Distribution of runtimes.
    steps = read("tables/runtime_distribution.csv")
    for method in methods:
        pairs = [arrived[1] for (key, target), cell in reached.items() if key[1:] == method and gaps[key[0]] <= target for arrived in cell]
        curve = steps[(steps.method == method[0]) & (steps.variant == method[1])]
        assert set(curve.pairs) == {len(pairs)} and set(curve.cost) == {axis}
        close(curve.within, [0] + sorted({time for time in pairs if 0 < time < numpy.inf}))
        close(curve.share, [numpy.mean(numpy.array(pairs) <= time * (1 + 1e-12)) for time in curve.within])

    # Shifted geometric means.
    means = read("tables/geometric_mean.csv")
    assert len(means) == len(methods) * len(targets)
    shift = 1 if axis == "passes" else 0.01
    for _, row in means.iterrows():
        medians = {name: numpy.median([arrived[1] for arrived in reached[(name, row.method, row.variant), row.target]]) for name in gaps}
        assert row.unsolved == sum(numpy.isinf(list(medians.values()))) and row.problems == len(gaps)
        close(row["mean"], shifted_mean([median if numpy.isfinite(median) else longest[name] for name, median in medians.items()], shift))
        close(row.primal_integral, shifted_mean(rows[(rows.method == row.method) & (rows.variant == row.variant) & (rows.target == 0.1)][f"{axis}_primal_integral"], shift))

    # All pairs.
    pairs = read("tables/all_pairs.csv")
    assert len(pairs) == len(gaps) * len(targets) * 3
    for _, row in pairs.iterrows():
        first = reached[(row.dataset, row.method, row.variant), row.target]
        second = reached[(row.dataset, row.rival, row.rival_variant), row.target]
        close(row.p_value, p_value(first, second))
        times = [arrived[1] for arrived in first + second]
        if numpy.isfinite(times).all() and len(set(times)) == len(times) and all(low == high for low, high in first + second):
            close(row.p_value, scipy.stats.mannwhitneyu(times[:3], times[3:], method="exact").pvalue)
    for _, family in pairs.groupby(["dataset", "target"]):
        ordered = family.sort_values("p_value", kind="stable")
        close(ordered.p_holm, numpy.minimum(1, numpy.maximum.accumulate(ordered.p_value * numpy.arange(len(ordered), 0, -1))))
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
