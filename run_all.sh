#!/usr/bin/env bash
# Reproduces the figures: installs missing packages, builds, certifies the optima, tunes, runs the experiments, draws
# them, and answers the paper's claims from the results. Interrupt it at any time: started again, it continues.
#   ./run_all.sh           the figures and theorems of the main paper, on real data if available, SVR and ADMM
#   ./run_all.sh --all     also the other papers
#   ./run_all.sh --quick   an eighth of the time and 3 seeds; Figures 1 and 2 on real data (or on stand-ins), without
#                          the mean of the losses and the supplements
# Times on two idle cores, longer in proportion if they are busy: the build 2 minutes, once; then 37 minutes with real
# data; --all adds roughly an hour; --quick takes 3 to 4 in all. Public real data (about 1 GB) is downloaded once if the
# network answers. Stand-ins replace missing data, and titles and rows say so.
#   --no-download          use the data folders, and stand-ins
#   --require-real         stop with an error if only a stand-in is available
set -euo pipefail
cd "$(dirname "$0")"

quick=()
suffix=
all=false
download=true
real=()
for argument in "$@"; do
  case "$argument" in
    --quick) quick=(--quick); suffix=-quick ;;
    --all) all=true ;;
    --no-download) download=false ;;
    --require-real) real=(--require-real) ;;
    --help | -h) sed -n '2,/^set/{/^set/d;s/^# \?//;p}' "$0"; exit ;;
    *) echo "usage: ./run_all.sh [--quick] [--all] [--no-download] [--require-real]" >&2; exit 2 ;;
  esac
done

takes=37
$all && takes=98
[ ${#quick[@]} -eq 0 ] || takes=$((takes / 9))
echo "This takes about $takes minutes on two idle cores, and the build 2 more the first time. Interrupt it at any time:"
echo "started again, it continues."

steps=7
$all && steps=8
step=0
# begin WHAT: announces the next part of the work.
begin() {
  step=$((step + 1))
  printf '\n== %d of %d: %s\n' "$step" "$steps" "$*"
}

begin "the program"
.ci/install.sh
.ci/configure.sh build -DDESCENT_TESTS=OFF >/dev/null
cmake --build build --target descent

begin "the data"
if $download; then
  echo "Real data (--no-download leaves this out):"
  build/descent data fetch a9a ijcnn1 reuters-money ccat covtype covtype-raw news20.binary ||
    echo "Figures 1 and 2 take synthetic stand-ins in place of what could not be had, and say so. Only real data votes."
fi

# has NAMES...: true if a file of one of these datasets is here.
has() {
  build/descent list datasets | awk -v names=" $* " 'index(names, " " $1 " ") && $2 == "file" { found = 1 }
    END { exit !found }'
}

figures=(figure1 figure2)
if has a9a covtype covtype-15k ijcnn1 ccat reuters-money news20.binary news20-tech; then
  if [ ${#quick[@]} -gt 0 ]; then
    figures=(real_figure1 real_figure2)  # enough for a look
  else
    figures+=(real_figure1 real_figure2 real_figure1_mean real_figure2_mean)
  fi
fi
if [ ${#quick[@]} -eq 0 ] && has rcv1-small covtype-raw covtype-15k-raw; then figures+=(supplement1 supplement2); fi
names=("${figures[@]}" rates rates_printed svr_2012)
$all && names+=(all_hinge cdl2_2008 dcd_2008 dual_logistic smooth svr_l1 lambda_path lambda_path_text)
certified=(admm_2d)
untimed=("${certified[@]}" l_half_least_squares)  # passes that take seconds: the same in a quick run
if has german-codes; then untimed+=(german_students); fi
status=0

# files NAMES...: sets `configs` to their configurations.
files() {
  configs=("${@/#/configs/}")
  configs=("${configs[@]/%/.json}")
}

# attempt COMMAND...: returns status 0 or 1, so that a failure does not stop the rest. Other statuses end the script.
attempt() {
  local failed=0
  "$@" || failed=$?
  [ "$failed" -le 1 ] || exit "$failed"
  return "$failed"
}

# run OPTIONS...: runs the experiments of `configs`.
run() {
  attempt build/descent run "${configs[@]}" --brief "$@" ${real[@]+"${real[@]}"} || status=1
}

begin "certified optima"
files "${names[@]}" "${certified[@]}"  # L1/2 has no certificates
# A missing optimum is reported again below.
attempt build/descent reference "${configs[@]}" --brief ${real[@]+"${real[@]}"} || true

begin "step-size constants that are not tuned yet"
files "${names[@]}" "${untimed[@]}"
attempt build/descent tune "${configs[@]}" --brief ${real[@]+"${real[@]}"} || status=1

begin "the experiments"
files "${names[@]}"
run ${quick[@]+"${quick[@]}"}
files "${untimed[@]}"
run

# answer CLAIMS FOLDERS...: judges the findings of one paper, as far as results exist.
verdicts=()
answer() {
  local claims=$1 folder folders=()
  for folder in "${@:2}"; do
    if [ -d "results/$folder" ]; then folders+=("results/$folder"); fi
  done
  [ ${#folders[@]} -gt 0 ] || return 0
  build/descent verify "${folders[@]}" --claims "configs/claims/$claims.json" --brief \
    --json "results/claims-$claims$suffix.json" || { status=1; return 0; }
  build/descent verify "${folders[@]}" --claims "configs/claims/$claims.json" --all > "results/claims-$claims$suffix.txt"
  verdicts+=("results/claims-$claims$suffix.txt")
}

if $all; then
  begin "cross-validation"
  if has german-numeric german-onehot; then
    attempt build/descent crossvalidate configs/german_credit.json ${quick[@]+"${quick[@]}"} || status=1
  else
    echo "German Credit is not here: \`build/descent data info german-numeric\` tells where to get it."
  fi
fi

begin "the papers' findings"
[ ${#quick[@]} -eq 0 ] || echo "A quick run decides no finding about times: it makes 3 runs, and 5 are needed."
answer tao2013 "${figures[@]/%/$suffix}"
answer rates "rates$suffix" "rates_printed$suffix"
answer ho_lin2012 "svr_2012$suffix"
answer admm admm_2d

if $all; then
  answer chang2008 "cdl2_2008$suffix"
  answer hsieh2008 "dcd_2008$suffix" "cdl2_2008$suffix" "dual_logistic$suffix"
  answer german_credit "german_credit$suffix"
fi

begin "a page to explore"
report="results/report$suffix.html"
folders=()
for name in "${names[@]}"; do folders+=("results/$name$suffix"); done
for name in "${untimed[@]}"; do folders+=("results/$name"); done
build/descent report "${folders[@]}" --out "$report" --quiet || status=$?

echo
echo "Everything on one page, to be opened in a browser:"
echo "  $report"
echo "The verdicts, with all comparisons behind them:"
printf '  %s\n' "${verdicts[@]}"
echo "Figures (PDF and PNG, with captions) are in figures/ of each folder that is named above, numbers in its tables/."
exit "$status"
