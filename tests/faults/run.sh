#!/usr/bin/env bash
# Tries to break `descent run` many times, and sums up the results:
#   tests/faults/run.sh [KILLS] [FULL_DISKS] [MUTATIONS]
# KILLS (100): the program, and as many of its children, at random moments, and pairs of runs on one folder.
# FULL_DISKS (20): calls that fail as on a full disk.
# MUTATIONS (1000): of the shipped configurations, and as many of the cross-validations.
# The tests do the same a few times each. Needs a build with tests, in build/ or in $DESCENT_BUILD.
set -euo pipefail
cd "$(dirname "$0")/../.."

build=$(realpath "${DESCENT_BUILD:-build}")
report=$(mktemp)
trap 'rm -f "$report"' EXIT
status=0
DESCENT_KILLS=${1:-100} DESCENT_FULL_DISKS=${2:-20} DESCENT_MUTATIONS=${3:-1000} \
  DESCENT_TRIAL_REPORT=$report DESCENT_PROGRAM=$build/descent "$build/tests/experiments_tests" "[faults]" || status=$?
echo "What was tried, and what came of it:"
cat "$report"
exit "$status"
