# What tests of the command line share, sourced with $clew set: a folder of its own to work in, and conditions that are counted.
# shellcheck shell=bash
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir tmp
export TMPDIR=$work/tmp
. "$root/tests/asserts.sh"
passed=0 failed=0
: >out >err

# check NAME COMMAND...: any condition; what clew said last is shown if it does not hold.
check() {
  local name=$1
  shift
  if "$@"; then passed=$((passed + 1)); return; fi
  failed=$((failed + 1))
  echo "FAILED: $name: $*"
  head -n 20 err | sed 's/^/    /'
  tail -n 40 out | sed 's/^/    /'
}

# run STATUS ARGS...: clew with its output in out and err.
run() {
  local want=$1 status
  shift
  "$clew" "$@" >out 2>err </dev/null
  status=$?
  check "clew $* ends with $status" [ "$status" -eq "$want" ]
}

# finish: how many conditions held; the status of the test.
finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}
