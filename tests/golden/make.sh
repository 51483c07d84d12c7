#!/usr/bin/env bash
# Makes the kept results tests/golden/*.tar.gz again, with everything that golden_test.cpp compares.
#   make.sh PROGRAM draw   draws the kept runs again, after an intended change of what is drawn or printed
#   make.sh PROGRAM run    runs everything again, after a change of the format of runs
set -euo pipefail
program=$(realpath "$1")
kept=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d /tmp/golden-XXXXXX)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp "$kept/claims.json" .
names=(curves path points)

# data NAME ROWS SEED: noisy labels by a hidden linear rule of eight features.
data() {
  awk -v rows="$2" -v seed="$3" 'BEGIN {
    srand(seed)
    for (i = 0; i < rows; ++i) {
      line = ""; score = rand() - 0.5
      for (j = 1; j <= 8; ++j) if (rand() < 0.6) {
        x = int(200 * rand() - 100) / 100
        if (x != 0) { line = line " " j ":" x; score += x * (j % 3 - 1) }
      }
      print (score > 0 ? "+1" : "-1") line
    }
  }' >"$1"
}
run() {
data left 60 1
data right 50 2
awk '{ printf "%s", $1; for (k = 2; k <= NF; ++k) { split($k, a, ":"); if (a[1] < 3) printf " %s", $k } print "" }' left >plane

# CPU time, two datasets, constants that are not tuned.
cat >curves.json <<'JSON'
{"name": "curves", "title": "Kept results", "datasets": ["left", "right"], "loss": "hinge", "regularizer": "l1",
 "lambdas": ["1/m"], "seeds": 5, "cpu_seconds": 0.01, "checkpoints": 5,
 "methods": [{"name": "nonsmooth_scd"}, {"name": "batch_rda"}]}
JSON
# Passes, a path of λ, two losses.
cat >path.json <<'JSON'
{"name": "path", "title": "A path of λ", "datasets": ["left"], "loss": ["hinge", "squared_hinge"], "regularizer": "l2",
 "lambdas": ["1/m^2", "0.1/m", "10/m"], "seeds": 2, "passes": 5, "checkpoints": 4,
 "methods": [{"name": "permuted_dcd"}, {"name": "cyclic_dcd"}]}
JSON
# Points in the plane with lines of decision, and a method with two loops.
cat >points.json <<'JSON'
{"name": "points", "title": "Points", "datasets": ["plane"], "loss": "logistic", "regularizer": "l2", "bias": 1,
 "decision_lines": true, "lambdas": ["1/m"], "seeds": 1, "passes": 20, "checkpoints": 4,
 "methods": [{"name": "gradient_descent"}, {"name": "admm"}]}
JSON
  "$program" run curves.json path.json points.json --quiet >/dev/null
}

draw() {
  mkdir results
  for name in "${names[@]}"; do tar xzf "$kept/$name.tar.gz" -C results; done
  rm -rf results/*/figures results/*/tables results/*/curves.csv results/*/runs.csv
  "$program" plot "${names[@]/#/results/}" >/dev/null
}

"$2"
cd results
rm -f */figures/*.pdf */figures/*.png */figures/gnuplot/*.svg
"$program" verify curves --claims ../claims.json >curves/verify.expected || [ $? = 1 ]
for name in "${names[@]}"; do
  tar --create --gzip --sort=name --owner=0 --group=0 --numeric-owner --file "$kept/$name.tar.gz" "$name" references
done
