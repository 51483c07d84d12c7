#!/usr/bin/env bash
# Reproduces the figures: installs what is missing, builds, tunes what is not tuned, runs the experiments and draws
# them, and answers the paper's claims from the results. Interrupted and started again, it goes on where it was.
#   ./run_all.sh           the figures of the paper, about 40 minutes on two cores
#   ./run_all.sh --quick   the same with an eighth of the time and 3 seeds, a few minutes
set -euo pipefail
cd "$(dirname "$0")"

quick=()
suffix=
case "${1:-}" in
  '') ;;
  --quick) quick=(--quick); suffix=-quick ;;
  *) echo "usage: ./run_all.sh [--quick]" >&2; exit 2 ;;
esac

./experiments/install.sh
cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DDESCENT_TESTS=OFF >/dev/null
cmake --build build --target descent

names=(figure1 figure2 all_hinge rates)
configs=("${names[@]/#/configs/}")
configs=("${configs[@]/%/.json}")
build/descent tune "${configs[@]}"
status=0
build/descent run "${configs[@]}" ${quick[@]+"${quick[@]}"} || status=$?
[ "$status" -le 1 ] || exit "$status"

echo
build/descent verify "results/figure1$suffix" "results/figure2$suffix" --markdown "results/claims$suffix.md" \
  --json "results/claims$suffix.json"
echo
build/descent verify "results/rates$suffix" --claims configs/claims/rates.json --markdown "results/rates$suffix.md"

echo
echo "The figures (PDF, SVG and PNG, with the gnuplot files that draw them) and the results behind them:"
for name in "${names[@]}"; do
  echo "  results/$name$suffix/figures/$name.png"
done
exit "$status"
