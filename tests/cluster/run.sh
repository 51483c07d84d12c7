#!/usr/bin/env bash
# Tests the sbatch lines of docs/cluster.md on a real Slurm, which this script starts and stops on this machine. A node
# dies while tasks of the array run; the lost tasks are submitted again. The runs must be the same bits as in
# one `descent run`. Needs a build in build/ or in $DESCENT_BUILD, and the packages slurm-wlm and munge; with MPI it also
# starts a method in two processes by srun.
set -euo pipefail
cd "$(dirname "$0")/../.."

descent=$(realpath "${DESCENT_BUILD:-build}")/descent
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
results=$work/results/work
cd "$work"

fail() {
  echo "FAILED: $*" >&2
  for log in "$work"/slurm-*.out; do echo "--- $log"; tail -n 20 "$log"; done >&2
  exit 1
}

# submit OPTION... COMMAND: prints the number of the job that carries out the command.
submit() {
  sbatch --parsable "${@:1:$#-1}" --wrap "${!#}"
}

wait_for_jobs() {
  while [ -n "$(squeue --noheader)" ]; do sleep 1; done
}

# done_runs: the number of complete runs.
done_runs() {
  find "$results/runs" -name '*.csv' 2>/dev/null | wc -l
}

# contents FOLDER: the runs and curves without their times, for comparisons.
contents() {
  local file
  for file in "$1"/runs/*.csv "$1/curves.csv"; do
    awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i ~ /_seconds/) time[i] = 1 }
             { for (i = 1; i <= NF; ++i) if (i in time) $i = ""; print FILENAME, $0 }' OFS=, "$file"
  done | sed "s|^$1/||"
}

echo "== Optima, tuning, shares and figures, and a node that dies"
cat >work.json <<'END'
{
  "name": "work",
  "datasets": ["a9a"],
  "loss": "hinge", "regularizer": "l1", "lambdas": ["1/m", "10/m"],
  "methods": [{"name": "l1_psa", "radius": "optimum"}, {"name": "batch_comid"}, {"name": "nonsmooth_scd"}],
  "seeds": 8, "passes": 400, "checkpoints": 10,
  "tuning": {"budget_share": 0.01, "seeds": 1}
}
END
share="$descent run work.json --share \$SLURM_ARRAY_TASK_ID/6 --quiet"
optima=$(submit "$descent reference work.json")
tuning=$(submit -d "afterok:$optima" "$descent tune work.json --quiet")
runs=$(submit -d "afterok:$tuning" --array=1-6 "$share")
submit -d "afterany:$runs" "$descent plot results/work"
until [ "$(done_runs)" -ge 10 ] && [ -n "$(processes_of_node two)" ]; do
  [ -n "$(squeue --noheader)" ] || fail "all jobs ended before the node could die"
  sleep 0.2
done
echo "-- node two dies"
kill_node two
wait_for_jobs
before=$(done_runs)
[ "$before" -lt 48 ] || fail "the node died too late"
[ -f "$results/figures/work.png" ] || fail "what was done was not drawn"
start_node two
until [ "$(sinfo --noheader --format=%T)" = idle ]; do sleep 1; done
ls -i "$results/runs" | sort >"$work/before"
echo "-- the array again"
runs=$(submit --array=1-6 "$share")
submit -d "afterok:$runs" "$descent plot results/work"
wait_for_jobs
ls -i "$results/runs" | sort >"$work/after"
[ "$(comm -12 "$work/before" "$work/after" | wc -l)" -eq "$before" ] || fail "runs that were there were repeated"
[ "$(done_runs)" -eq 48 ] || fail "runs are missing"
echo "-- the same without Slurm"
"$descent" run work.json --out "$work/alone" --references "$work/references-alone" --quiet
diff <(contents results/work) <(contents alone) >differences || { head differences; fail "the runs differ"; }
echo "$before runs were done without the node that died, $((48 - before)) by the second array; all 48 are the bits of one run"

if [ -x "$(dirname "$descent")/descent_ranks" ] && srun --mpi=list 2>&1 | grep -q pmi; then
  echo "== A method in two processes, by srun"
  cat >processes.json <<'END'
{
  "name": "processes",
  "datasets": ["a9a"],
  "loss": "hinge", "regularizer": "l2",
  "methods": [{"name": "cocoa", "processes": 2}],
  "seeds": 2, "passes": 40
}
END
  "$descent" reference processes.json --quiet
  export DESCENT_MPIEXEC="srun --mpi=$(srun --mpi=list 2>&1 | grep -o 'pmix\|pmi2' | head -n 1)"
  submit --ntasks=2 "$descent run processes.json --share 1/1 --quiet"
  wait_for_jobs
  "$descent" plot results/processes >/dev/null || fail "runs in two processes are not drawn"
  [ "$(find results/processes/runs -name '*.csv' | wc -l)" -eq 2 ] || fail "runs in two processes are missing"
  ! grep -q failed results/processes/runs/*.csv || fail "runs in two processes failed"
fi
echo "passed"
