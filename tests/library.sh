#!/bin/bash
# libclew as a user has it: installed, found by pkg-config, linked with examples/library/verify.c and with a host that has threads, signal
# handlers and children of its own. tests/library.sh BUILD. The last line is "N passed, N failed".
set -u
build=$(realpath "$1")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
check() { # MESSAGE CONDITION...
  local message=$1
  shift
  if "$@"; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "failed: $message"
  fi
}
cmake --install "$build" --prefix "$work/installed" >"$work/log" 2>&1
check "the library is installed" test -e "$work/installed/lib/libclew.so" -a -e "$work/installed/lib/libclew.a" -a -e "$work/installed/include/clew.h"
export PKG_CONFIG_PATH=$work/installed/lib/pkgconfig LD_LIBRARY_PATH=$work/installed/lib
cc -Wall -Wextra -Werror examples/library/verify.c $(pkg-config --cflags --libs clew) -o "$work/verify" 2>"$work/log" || cat "$work/log"
cat >"$work/safe.c" <<'EOF'
#include <assert.h>
int main(void) { for (int i = 0; i < 10; i++) assert(i < 10); }
EOF
cat >"$work/unsafe.c" <<'EOF'
#include <assert.h>
int nondet_int(void);
int main(void) { int x = nondet_int(); assert(x != 42); }
EOF
cat >"$work/hard.c" <<'EOF'
#include <assert.h>
unsigned long long nondet_ulonglong(void);
int main(void) {
  unsigned long long a = nondet_ulonglong(), b = nondet_ulonglong(), c = nondet_ulonglong();
  if (a > 3 && b > 3 && c > 3 && a < 1ull << 20 && b < 1ull << 20 && c < 1ull << 20) assert(a * a * a + b * b * b != c * c * c);
}
EOF
cat >"$work/floats.c" <<'EOF'
#include <assert.h>
double nondet_double(void);
int main(void) {
  double x = nondet_double(), y = x * 3.0;
  if (x > 0.1 && x < 0.75) assert(y + 0.1 > 0.4 && y < 2.0);
}
EOF
out=$("$work/verify" "$work/safe.c" 2>"$work/messages")
check "TRUE has status 0" test $? = 0
check "the result is the last line: $out" test "$(tail -1 <<<"$out")" = true
out=$("$work/verify" --check assert "$work/unsafe.c" 2>/dev/null)
check "FALSE has status 1" test $? = 1
check "the violated check is told: $out" grep -q 'unsafe.c:3: assertion .*: violated' <<<"$out"
check "the counterexample is told: $out" grep -q '  .*unsafe.c:3: ' <<<"$out"
out=$("$work/verify" --check nosuch "$work/unsafe.c" 2>&1)
check "a wrong option is a mistake, and is said: $out" grep -q nosuch <<<"$out"
out=$("$work/verify" "$work/missing.c" 2>&1)
check "a missing file is a mistake, and is said: $out" grep -q missing.c <<<"$out"
"$work/verify" --json "$work/out.json" --sarif "$work/out.sarif" --check assert "$work/unsafe.c" >/dev/null 2>&1
check "outputs are written" grep -q '"verdict": "false"' "$work/out.json"
check "all outputs are" grep -q 2.1.0 "$work/out.sarif"
cc -Wall -Wextra -Werror tests/library/host.c $(pkg-config --cflags --libs clew) -pthread -o "$work/host" 2>"$work/log" || cat "$work/log"
out=$("$work/host" "$work/safe.c" "$work/unsafe.c" "$work/hard.c")
check "a host with threads, handlers and children stays as it is: $out" test $? = 0
check "nothing was printed in it: $out" test -z "$out"
# A locale with a decimal comma, where one can be made.
mkdir "$work/locales"
localedef -i de_DE -f UTF-8 "$work/locales/de_DE.UTF-8" >/dev/null 2>&1
cc -D_GNU_SOURCE -Wall -Wextra -Werror tests/library/habits.c $(pkg-config --cflags --libs clew) -pthread -lm -o "$work/habits" 2>"$work/log" || cat "$work/log"
out=$(LOCPATH=$work/locales TMPDIR=$work "$work/habits" "$work/safe.c" "$work/unsafe.c" "$work/floats.c" "$work/hard.c" 2>&1 >"$work/printed")
check "what a host does to its own process does not reach a run: $out" test $? = 0 -a -z "$out"
check "what the host printed is its own: $(cat "$work/printed")" test "$(cat "$work/printed")" = "the host's text"
# As for a host that has another CaDiCaL, or functions with our names: neither library offers more than clew.h.
for library in "-D $work/installed/lib/libclew.so" "$work/installed/lib/libclew.a"; do
  others=$(nm -P --defined-only $library 2>/dev/null | grep -E ' [A-TV-Z] ' | grep -v '^clew_')
  check "names of $library: $others" test -z "$others"
done
cc -Wall -Wextra -Werror examples/library/verify.c -I"$work/installed/include" "$work/installed/lib/libclew.a" \
  $(pkg-config --static --libs clew | sed 's/-lclew//') -o "$work/static" 2>"$work/log" || tail -3 "$work/log"
cc -D_GNU_SOURCE -Wall -Wextra -Werror tests/library/habits.c -I"$work/installed/include" "$work/installed/lib/libclew.a" \
  $(pkg-config --static --libs clew | sed 's/-lclew//') -lm -o "$work/static-habits" 2>"$work/log" || tail -3 "$work/log"
check "a host with functions of the same names links with it" test -x "$work/static-habits"
check "the static library links and runs" test "$("$work/static" "$work/safe.c" 2>/dev/null | tail -1)" = true
echo "$passed passed, $failed failed"
test $failed = 0
