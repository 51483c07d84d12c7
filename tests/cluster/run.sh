#!/usr/bin/env bash
# Tests `descent run --slurm` on a real Slurm, which this script starts and stops on this machine:
#   tests/cluster/run.sh [CONFIG [OPTIONS OF descent run...]]
# First runs a small configuration with a budget in passes and kills a node meanwhile. The same command must continue,
# and the runs must agree bit by bit with runs without Slurm. Then runs CONFIG (configs/figure1.json --quick). Needs a
# build in build/ or in $DESCENT_BUILD, and the packages slurm-wlm and munge.
set -euo pipefail
cd "$(dirname "$0")/../.."

descent=$(realpath "${DESCENT_BUILD:-build}")/descent
[ $# -gt 0 ] || set -- configs/figure1.json --quick
for program in slurmctld slurmd munged; do
  command -v "$program" >/dev/null || PATH=$PATH:/usr/sbin
  command -v "$program" >/dev/null || { echo "$program is missing: apt-get install slurm-wlm munge" >&2; exit 2; }
done
[ "$(nproc)" -ge 2 ] || { echo "needs two processors: each of the two nodes has one of its own" >&2; exit 2; }
work=$(mktemp -d)
. tests/cluster/cluster.sh
trap 'stop_cluster; rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
start_cluster "$work/cluster"
sinfo --Node --long

fail() {
  echo "FAILED: $*" >&2
  for log in "$work"/out/*/slurm/*.log; do echo "--- $log"; tail -n 20 "$log"; done >&2
  exit 1
}

# status FOLDER: prints its first line.
status() {
  "$descent" status "$1" | head -n 1
}

# wait_for_jobs FOLDER: waits until no job is left, and prints the numbers as they change.
wait_for_jobs() {
  local last='' now
  while [ -n "$(squeue --noheader)" ]; do
    now=$(status "$1")
    [ "$now" = "$last" ] || echo "  $(date +%T) $now"
    last=$now
    sleep 1
  done
  now=$(status "$1")
  echo "  $(date +%T) $now"
}

# done_runs FOLDER: the number of complete runs.
done_runs() {
  find "$1/runs" -name '*.csv' 2>/dev/null | wc -l
}

# contents FOLDER: all runs without their times, for comparisons.
contents() {
  local run
  for run in "$1"/runs/*.csv; do
    awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i ~ /_seconds$/) time[i] = 1 }
             { for (i = 1; i <= NF; ++i) if (i in time) $i = ""; print FILENAME, $0 }' OFS=, "$run"
  done | sed "s|^$1/||"
}

echo "== A small configuration, with optima and tuning, and a node that dies"
cat >"$work/work.json" <<'EOF'
{
  "name": "work",
  "datasets": ["a9a"],
  "loss": "hinge", "regularizer": "l1", "lambdas": ["1/m", "10/m"],
  "methods": [{"name": "l1_psa", "radius": "optimum"}, {"name": "batch_comid"}, {"name": "nonsmooth_scd"}],
  "seeds": 8, "passes": 400, "checkpoints": 10,
  "tuning": {"budget_share": 0.01, "seeds": 1}
}
EOF
mkdir -p "$work/out"
submit=("$descent" run "$work/work.json" --out "$work/out/slurm" --references "$work/out/references" --slurm --array-tasks 6)
"${submit[@]}"
until [ "$(done_runs "$work/out/slurm")" -ge 10 ] && [ -n "$(processes_of_node two)" ]; do
  [ -n "$(squeue --noheader)" ] || fail "all jobs ended before the node could die"
  sleep 0.2
done
if "${submit[@]}" 2>"$work/refusal"; then fail "submitted twice"; fi
cat "$work/refusal"
status "$work/out/slurm"
echo "-- node two dies"
kill_node two
wait_for_jobs "$work/out/slurm"
before=$(done_runs "$work/out/slurm")
[ "$before" -lt 48 ] || fail "the node died too late"
[ -f "$work/out/slurm/figures/work.png" ] || fail "what was done was not drawn"
start_node two
until [ "$(sinfo --noheader --format=%T)" = idle ]; do sleep 1; done
ls -i "$work/out/slurm/runs" | sort >"$work/before"
echo "-- the same command"
"${submit[@]}"
wait_for_jobs "$work/out/slurm"
ls -i "$work/out/slurm/runs" | sort >"$work/after"
[ "$(comm -12 "$work/before" "$work/after" | wc -l)" -eq "$before" ] || fail "runs that were there were repeated"
[ "$(done_runs "$work/out/slurm")" -eq 48 ] || fail "runs are missing"
echo "-- the same without Slurm"
"$descent" run "$work/work.json" --out "$work/out/alone" --references "$work/out/references-alone" --quiet
diff <(contents "$work/out/slurm") <(contents "$work/out/alone") >"$work/differences" ||
  { head "$work/differences"; fail "the runs differ"; }
echo "$before runs were done without the node that died, $((48 - before)) by the same command; all 48 are the bits of a run without Slurm"
"${submit[@]}"

echo "== $*"
name=$(basename "$1" .json)
"$descent" run "$@" --out "$work/out/$name" --slurm --array-tasks 6
wait_for_jobs "$work/out/$name"
"$descent" status "$work/out/$name" | tee "$work/status"
planned=$(sed -n '1s/.*: \([0-9]*\) runs\{0,1\}: .*/\1/p' "$work/status")
grep -q ": $planned runs\{0,1\}: $planned done$" "$work/status" || fail "not all runs are done"
[ -f "$work/out/$name/report.html" ] || fail "there is no report"
ls "$work/out/$name/figures"/*.png "$work/out/$name"/verdicts/* 2>/dev/null || true
echo "passed"
