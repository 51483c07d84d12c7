# Completes the words of `descent` in bash. What there is to choose from the program tells itself: its commands and
# options in `descent --help` and `descent COMMAND --help`, the names of methods and datasets in `descent list`.

_descent() {
  local program=${COMP_WORDS[0]} command=${COMP_WORDS[1]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local current=${COMP_WORDS[COMP_CWORD]} choices=
  local names='{ print $1 }'
  if [ "$COMP_CWORD" -eq 1 ]; then
    choices="$("$program" --help | awk '/^  [a-z]/ { print $1 }') --help --version"
  elif [[ $current == -* ]]; then
    local of=("$command")
    [ "$command ${COMP_WORDS[2]}" != "data fetch" ] || of+=(fetch)
    choices=$("$program" "${of[@]}" --help | grep -o -- '--[a-z][a-z-]*')
  elif [ "$command" = data ]; then
    choices="list info fetch make"
    [ "$COMP_CWORD" -eq 2 ] || choices=$("$program" list datasets | awk "$names")
  else
    case "$command $before" in
      "solve --dataset") choices=$("$program" list datasets | awk "$names") ;;
      "solve --loss") choices=$("$program" list problems | awk '$1 == "loss" { print $2 }') ;;
      "solve --method") choices=auto\ $("$program" list methods | awk "$names") ;;
      "solve --regularizer") choices=$("$program" list problems | awk '$1 == "regularizer" { print $2 }') ;;
      "list list") choices=$("$program" list --help | sed -n '1 { s/.* list //; s/ \[--.*//; s/ FILE//g; s/ \[[a-z]*\]//; s/|/ /g; p }') ;;
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$current")
} 2>/dev/null

# Where nothing of this fits, files.
complete -o default -F _descent descent
