#!/bin/bash
# The command line: verdicts and their exit status, every kind of bad input. tests/cli.sh CLEW
# CLEW_REDUCED=1 leaves out what sanitizers make slow.
clew=$(realpath "$1") || exit 1
root=$(realpath "$(dirname "$0")/..")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$root/tests/asserts.sh"
mkdir tmp
export TMPDIR=$work/tmp
passed=0 failed=0

good() { passed=$((passed + 1)); }
bad() {
  failed=$((failed + 1))
  echo "FAILED: $1"
  echo "  status $status, wanted $2; standard error:"
  head -n 20 err | sed 's/^/    /'
  echo "  standard output:"
  tail -n 5 out | sed 's/^/    /'
}

# run ARGS...: clew with its output in out and err, its status in $status; $with is a setting of its environment.
with=CLEW_TEST=1
run() {
  /usr/bin/env "$with" "$clew" "$@" >out 2>err </dev/null
  status=$?
}

# refuse STATUS REGEX ARGS...: one clear message on standard error, that status, no result line.
refuse() {
  local want=$1 message=$2
  shift 2
  run "$@"
  if [ "$status" -eq "$want" ] && grep -qE -- "$message" err && ! grep -q '^RESULT' out; then good; else bad "clew $*" "$want and /$message/"; fi
}

# verdict STATUS RESULT ARGS...: the last line of standard output and the status.
verdict() {
  local want=$1 result=$2
  shift 2
  run "$@"
  if [ "$status" -eq "$want" ] && [ "$(tail -n 1 out)" = "RESULT: $result" ]; then good; else bad "clew $*" "$want and RESULT: $result"; fi
}

# check NAME COMMAND...: any condition.
check() {
  local name=$1
  shift
  if "$@"; then good; else status=- bad "$name" "$*"; fi
}

cat >true.c <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10 && x < 5) reach_error();
  return 0;
}
C
sed 's/x > 10 \&\& x < 5/x == 42/' true.c >false.c
cp false.c ./-dash.c
verdict 1 'false(unreach-call)' verify -- -dash.c
rm ./-dash.c
printf 'int main(void) { return 0 }\n' >syntax.c
printf 'extern void reach_error(void);\nint start(void) { int x = 0; if (x) reach_error(); return x; }\n' >nomain.c
: >empty.c
head -c 3000 /bin/ls >junk.c
cp junk.c junk.bc
cp junk.c junk.cfa
printf 'this is no assembly\n' >text.ll
printf 'target datalayout = "E-m:e-p:16:16-i64:64"\ndefine i32 @main() {\n  ret i32 0\n}\n' >big.ll
printf 'target triple = "aarch64-unknown-linux-gnu"\ndefine i32 @main() {\n  ret i32 0\n}\n' >arm.ll
printf 'target triple = "x86_64-pc-linux-gnu"\ntarget datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"\ndefine i32 @main() {\n  ret i32 0\n}\n' >wide.ll
printf 'static int twice(int x) { return x; }\nint one(void) { return twice(1); }\n' >twice1.c
printf 'static int twice(int x) { return x + 1; }\nint main(void) { return twice(1); }\n' >twice2.c
printf 'this is no automaton\n' >text.cfa
printf 'hello\n' >notes.txt
mkdir folder folder.c
printf 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n' >unreach.prp
printf 'CHECK( init(main()), LTL(G ! overflow) )\n' >overflow.prp
printf 'please check this\n' >none.prp
: >blank.prp

# --- the command line itself ---------------------------------------------------------------
refuse 64 'no command given' 
refuse 64 'did you mean `clew verify`' verfy
refuse 64 'unknown command' frobnicate
refuse 64 'clew verify true\.c' true.c
refuse 64 'command comes before' --timeout 3 true.c
refuse 64 'a campaign is expected' bench
refuse 64 'no file given' verify
refuse 64 'did you mean --timeout' verify --tiemout 3 true.c
refuse 64 'unknown option --frobnicate' verify --frobnicate true.c
refuse 64 'wants a value' verify true.c --timeout
refuse 64 "not 'soon'" verify --timeout soon true.c
refuse 64 "not '-1'" verify --timeout=-1 true.c
refuse 64 'takes no value' verify --stats=yes true.c
refuse 64 'did you mean symex' verify --engine symx true.c
refuse 64 'unknown engine .zzzzzz' verify --engine zzzzzz true.c
refuse 64 'unknown engine .prune' verify --engine prune true.c
refuse 64 "--search: there is no 'sideways'; there are dfs, bfs, random and coverage" verify --engine symexpa --search sideways true.c
refuse 64 "--abstraction: there is no 'lines'; there are states and paths" verify --engine symexpa --abstraction lines true.c
refuse 64 'threshold wants a whole number' verify --engine symexpa --threshold 1.5 true.c
refuse 64 'threshold wants a whole number' verify --engine symexpa --threshold 1e12 true.c
refuse 64 "not '-2'" verify --engine symexpa --threshold=-2 true.c
refuse 64 'unknown mode .wild. of --undefined' verify --undefined wild true.c
# An option of another engine, wherever the engine is named.
refuse 64 '--precision is an option of symexpa, eager, lazy(, [a-z0-9]+)* and [a-z+]+; symex does not have it' verify --engine symex --precision p.in true.c
refuse 64 '--threshold is an option of symexpa; symex does not have it .`clew help symex` lists options' verify --threshold 3 true.c --engine symex
refuse 64 '--search is an option of symexpa, symex, value and cpa; lazy does not have it' verify --engine=lazy true.c --search=bfs
refuse 64 '--search is an option of symexpa, symex, value and cpa; prune does not have it' prune --search bfs true.c
refuse 64 "there is no 'sideways'" verify --search sideways --engine symex true.c
refuse 64 'wants a value' verify true.c --engine
# The value of an option is no option.
refuse 65 'function .*--engine' verify --entry --engine true.c
refuse 65 '^clew verify: --engine: no such file' verify --engine symexpa --precision --engine true.c
refuse 64 "--predicates: there is no 'magic'; there are guards, runs, .*, all and none" verify --engine symexpa --predicates guards,magic true.c
refuse 64 "--predicates: there is no ''" verify --engine symexpa --predicates guards, true.c
refuse 64 'unknown solver' verify --solver sideways true.c
refuse 64 'exclude each other' verify --32 --64 true.c
refuse 64 'stands alone' verify text.cfa true.c
refuse 64 'takes no arguments' engines all
refuse 64 'unknown command' help frobnicate

# --- files ------------------------------------------------------------------------------------
refuse 65 'absent\.c: no such file' verify absent.c
refuse 65 'is a directory' verify folder
refuse 65 'is a directory' verify folder.c
refuse 65 'empty' verify empty.c
refuse 65 'binary data' verify junk.c
refuse 65 'not LLVM bitcode' verify junk.bc
refuse 65 'binary data' verify junk.cfa
refuse 65 'text\.ll' verify text.ll
refuse 65 'big\.ll: .*another machine.*expected x86' verify big.ll
refuse 65 'arm\.ll: .*another machine' verify --32 arm.ll
refuse 65 'wide\.ll: .*64-bit machine; give --64' verify --32 wide.ll
refuse 65 'wide\.ll: .*64-bit' verify --32 twice2.c wide.ll
refuse 65 'twice.*ambiguous' verify --entry twice twice1.c twice2.c
refuse 65 'text\.cfa:1:1' verify text.cfa
refuse 65 'what kind of file' verify notes.txt
refuse 65 'absent\.c: no such file' verify true.c absent.c
refuse 65 "error: expected ';'" verify syntax.c
refuse 65 '\-\-entry' verify nomain.c
refuse 65 'elsewhere' verify --entry elsewhere true.c
refuse 65 'absent\.c: no such file' cfa absent.c
if [ "$(id -u)" != 0 ]; then
  cp true.c secret.c
  chmod 0 secret.c
  refuse 65 'cannot be read' verify secret.c
fi
refuse 65 'not a property' verify --property none.prp true.c
refuse 65 'no CHECK' verify --property blank.prp true.c
refuse 65 'not a property' verify --property junk.c true.c
refuse 65 'no such file' verify --property absent.prp true.c
refuse 65 'is a directory' verify --property folder true.c
refuse 70 'was not found' verify --clang clang-of-nowhere true.c
refuse 70 'no such program' verify --clang ./clang true.c
with=PATH=/nonexistent refuse 70 'clang-19 was not found' verify true.c
for option in --json --harness --certificate --report; do refuse 65 'cannot be written' verify $option /nonexistent/x true.c; done
refuse 65 'cannot be written' verify --engine value --dump-reached /nonexistent/x true.c
refuse 65 'is a directory' verify --harness folder true.c
with=TMPDIR=/nonexistent refuse 70 'temporary folder' verify true.c

# --- verdicts -----------------------------------------------------------------------------------
verdict 0 true verify true.c
verdict 0 true verify --engine symexpa --invariants --threshold 3 --abstraction paths --predicates none --restart --keep-predicates true.c
verdict 0 true verify --engine symex --invariants true.c
check 'no invariants' grep -q 'no loop invariants to print from the engine symex' out
cat >endless.c <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned n = 0;
  while (__VERIFIER_nondet_int()) n += 2;
  if (n % 2) reach_error();
  return 0;
}
C
verdict 0 true verify --timeout 60 endless.c # the default engine proves unbounded loops

# --- the precision of symexpa ---------------------------------------------------------------------
cat >even.c <<'C'
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0;
  while (x < n) x += 2;
  if (x % 2) reach_error();
  return 0;
}
C
printf 'main:5 threshold 0\n  x %% 2 == 0\n' >even.txt
printf 'main:5\n  y > 0\n' >unknown.txt
printf 'main:6\n' >elsewhere.txt
verdict 0 true verify --engine symexpa --timeout 60 --precision even.txt --predicates none --save-precision saved.txt --invariants --json even.json even.c
check 'the invariant' grep -q '^even.c:5:[0-9]* (main): ((int)x & 1) == 0$' out
check 'the invariant as JSON' grep -q '"formula": "((int)x & 1) == 0"' even.json
check 'the precision that was given is saved' grep -qx 'main:5 threshold 0' saved.txt
check 'and its predicate' grep -qx '  ((int)x & 1) == 0' saved.txt
verdict 0 true verify --engine symexpa --timeout 60 --precision saved.txt even.c
# What was not found exactly says so, and TRUE is said after its check only.
cat >wraps.c <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0 && x + 1 < 0) reach_error();
  return 0;
}
C
verdict 1 'false(unreach-call)' verify --engine cpa --timeout 60 wraps.c
verdict 2 'unknown(unconfirmed)' verify --engine cpa --theory integer --timeout 60 wraps.c
check 'integers are not exact' grep -q '(--theory integer) is not exact$' out
verdict 0 true verify --engine cpa --theory integer --timeout 60 --json r.json true.c
check 'integers are not exact, but the proof was checked' grep -q '(--theory integer) is not exact; the verdict was checked without it$' out
check 'nothing is assumed' python3 -c '
import json
r = json.load(open("r.json"))
assert any("--theory integer" in w for w in r["warnings"])
assert not any(a["kind"] == "unchecked-theory" for a in r["assumptions"])'
verdict 0 true verify --engine cpa --theory integer --no-check --timeout 60 --json r.json wraps.c
check 'what was not checked is assumed' grep -q '^No error can be reached, if the proof is right; the proof was not checked.$' out
check 'as JSON, too' python3 -c '
import json
assert any(a["kind"] == "unchecked-theory" for a in json.load(open("r.json"))["assumptions"])'
# Bounds that are proved beforehand: in the invariants, and among the statistics.
cat >bounds.c <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int level = 5;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) level = level < 50 ? level + 7 : level;
    else if (level > 3) level--;
    if (level > 56) reach_error();
  }
  return 0;
}
C
for engine in symexpa kind bself; do
  verdict 0 true verify --engine $engine --timeout 60 --facts interval --predicates none --invariants --stats bounds.c
  check "$engine: bounds are proved beforehand" grep -Eq '^ *bounds +2 ' out
done
verdict 0 true verify --engine symexpa --timeout 60 --facts interval --predicates none --no-pre-run --invariants --stats bounds.c
check 'nothing else was needed' grep -Eq '^ *refinements +0 ' out
check 'the bounds are the invariant' grep -q '^bounds.c:5:[0-9]* (main): level < 57 && level > 2$' out
verdict 0 true verify --engine cpa --analyses interval --timeout 60 --dump-reached reached.txt --stats bounds.c
check 'the same analysis, composed' grep -Eq '^  interval: .*\blevel in \[3, 56\]' reached.txt
check 'nothing is merged' grep -Eq '^ *merged +0 ' out
verdict 0 true verify --engine symexpa --timeout 60 --predicates none --no-pre-run --stats bounds.c
check 'without them it has to be refined' grep -Eq '^ *refinements +[1-9]' out
# What another engine found out is a precision, too.
cat >same.c <<'C'
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, j = 0;
  while (i < n) { i++; j++; }
  if (i != j) reach_error();
  return 0;
}
C
verdict 0 true verify --engine eager --timeout 60 --save-precision facts.txt same.c
check 'the fact of eager' grep -qx '  i == j' facts.txt
verdict 0 true verify --engine symexpa --timeout 60 --no-pre-run --predicates none --precision facts.txt --stats same.c
check 'no refinement is needed' grep -q '^  refinements  *0 ' out
refuse 65 "unknown\.txt:2:3: there is no variable 'y'" verify --engine symexpa --precision unknown.txt even.c
refuse 65 "elsewhere\.txt:1:6: there is no loop .*; there are main:5" verify --engine symexpa --precision elsewhere.txt even.c
refuse 65 'absent\.txt: no such file' verify --engine symexpa --precision absent.txt even.c
refuse 65 'cannot be written' verify --engine symexpa --save-precision absent/saved.txt even.c
verdict 1 'false(unreach-call)' verify false.c
verdict 1 'false(unreach-call)' verify --32 false.c
verdict 1 'false(unreach-call)' verify --property unreach.prp false.c
verdict 0 true verify --property overflow.prp false.c
check 'what was checked is said' grep -q '^No signed integer overflow can be reached' out
check 'after a property file nobody asks for more' [ -z "$(grep 'Not checked' out)" ]
verdict 0 true verify --check overflow --json sum.json false.c
check 'what was not checked is said' grep -qx 'Not checked: assertions, undefined behaviour.* (--check all)\.' out
check 'as JSON' python3 -c '
import json
r = json.load(open("sum.json"))
assert r["properties"] == ["no-overflow"] and r["properties_not_checked"][:2] == ["unreach-call", "undefined-behaviour"]'
verdict 0 true verify true.c
check 'that of the default' grep -q '^Not checked: signed integer overflow, undefined behaviour' out
printf 'CHECK( init(main()), LTL(F end) )\n' >ends.prp
verdict 2 'unknown(unsupported)' verify --property ends.prp true.c
check 'a property that is not checked is said to be that' grep -q '^Not decided: this is not checked by clew: the property LTL(F end)\.' out
check 'with advice of its own' grep -q '^  ask for a property that clew checks: unreach-call, no-overflow, ' out
check 'and no other' [ -z "$(grep 'not modelled' out)" ]
# Nothing is recursive: the engines inside decide, both ways.
verdict 0 true verify --engine summary --timeout 60 true.c --certificate plain.cert
verdict 0 true check true.c plain.cert
verdict 1 'false(unreach-call)' verify --engine summary --timeout 60 false.c
printf 'extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\nint main(void) {\n  unsigned n = __VERIFIER_nondet_uint(), i = 0;\n  for (; n > 1; i++) n = n & 1 ? 3 * n + 1 : n / 2;\n  if (i == 1234) reach_error();\n  return 0;\n}\n' >collatz.c
verdict 2 'unknown(timeout)' verify --engine summary --timeout 2 collatz.c
check 'and that is said' grep -q 'no recursive function is there to summarise' out
# Calls without inlining: what functions return is known by summaries only. Each summary is needed, and a wrong one is refused.
cat >calls.c <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);
static void assume(int condition) { if (!condition) abort(); }
static int clamp(int x) { if (x < 0) return 0; if (x > 100) return 100; return x; }
int main(void) {
  int a = __VERIFIER_nondet_int();
  assume(a < 70);
  int b = clamp(a);
  if (b < 0 || b > 100 || a > 69) reach_error();
  return 0;
}
END
verdict 0 true verify --check assert --engine summary --functions all --timeout 60 calls.c --certificate calls.cert --stats
check 'two functions have summaries' grep -Eq '^  functions  *2 ' out
verdict 0 true check --check assert calls.c calls.cert
for function in assume clamp; do
  sed "/^returns $function /d" calls.cert >less.cert
  run 2 check --check assert calls.c less.cert
done
sed '0,/^returns clamp .*/s//returns clamp (= #x00000005 |clamp::return|)/' calls.cert >wrong.cert
run 2 check --check assert calls.c wrong.cert
sed 's/^functions$/recursive-functions/' calls.cert >wrong.cert
run 65 check --check assert calls.c wrong.cert
# An error of the automaton with summaries is none of the program, even where the program has it.
sed 's/b > 100/b > 60/' calls.c >more.c
verdict 2 'unknown(unconfirmed)' verify --check assert --engine summary --functions all --timeout 60 more.c
verdict 0 true verify --check all true.c
check 'all is all' [ -z "$(grep 'Not checked' out)" ]
verdict 0 true verify --quiet true.c
check 'quiet' [ "$(wc -l <out)" -eq 1 ]
printf 'CHECK( init(main()), LTL(F end) )\n' >end.prp
verdict 2 'unknown(unsupported)' verify --property end.prp false.c
check 'a property that is not supported is named' grep -q 'the property LTL(F end)' out
printf 'CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n' >memory.prp
printf '#include <stdlib.h>\nint main(void) { int *p = malloc(4); p[1] = 1; free(p); return 0; }\n' >behind.c
verdict 1 'false(valid-deref)' verify --property memory.prp behind.c
check 'the object is told' grep -q 'a write of 4 bytes behind an object of 4 bytes allocated at behind.c:2' out
printf 'CHECK( init(main()), LTL(G valid-memcleanup) )\n' >cleanup.prp
printf '#include <stdlib.h>\nint *p;\nint main(void) { p = malloc(4); return 0; }\n' >kept.c
verdict 1 'false(valid-memcleanup)' verify --property cleanup.prp kept.c
verdict 0 true verify --check memory kept.c
# An assertion that fails ends the program; an assumption that fails ends the path only.
printf '#include <assert.h>\n#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\nint main(void) {\n  char *p = malloc(3);\n  STEP(__VERIFIER_nondet_int());\n  free(p);\n  return 0;\n}\n' >ended.c
verdict 1 'false(valid-memcleanup)' verify --property cleanup.prp -DSTEP=assert ended.c
verdict 0 true verify --property cleanup.prp -DSTEP=assert -DNDEBUG ended.c
verdict 0 true verify --property cleanup.prp -DSTEP=__VERIFIER_assume ended.c
verdict 1 'false(unreach-call)' verify --check assert,leaks -DSTEP=assert ended.c
printf '#include <assert.h>\n#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  assert(n);\n  char *p = malloc(3);\n  assert(n != 0);\n  free(p);\n  return 0;\n}\n' >holds.c
verdict 0 true verify --property cleanup.prp holds.c
printf 'extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  return x > 0 ? x + 1 : x / 2;\n}\n' >sum.c
verdict 1 'false(no-overflow)' verify --property overflow.prp --json sum.json --harness sum.harness.c sum.c
check 'the operands are said' grep -q "error: signed integer overflow: the sum does not fit in 'int': 2147483647 + 1\$" out
check 'the property is in the JSON' grep -q '"property": "no-overflow"' sum.json
clang-19 -w -fsanitize=signed-integer-overflow -fno-sanitize-recover=all sum.c sum.harness.c -o sum.run 2>/dev/null && ./sum.run 2>sum.said
check 'the harness shows it under the sanitizer' grep -q 'sum.c:4:.*signed integer overflow: 2147483647 + 1 cannot be represented' sum.said
verdict 1 'false(no-overflow)' verify --check ub sum.c
verdict 1 'false(no-overflow)' verify --check all --engine symex sum.c
verdict 0 true verify --check overflow --certificate sum.cert -DNO false.c
verdict 1 'false(valid-deref)' verify --check memory "$root/examples/packet.c"
check 'the line of an access' grep -q 'packet.c:22 .*// error: a read of 1 byte behind `packet` (12 bytes)$' out
[ -n "$CLEW_REDUCED" ] || verdict 0 true verify --check memory "$root/examples/packet-fixed.c"
check 'what was checked' [ -z "$(grep 'Memory safety' out)" ]
refuse 64 'exclude each other' verify --check overflow --property overflow.prp sum.c
refuse 64 'nothing to check' verify --check none sum.c
refuse 64 "check" verify --check memory-leaks sum.c
clang-19 -c -emit-llvm -w sum.c -o sum.bc
refuse 65 'in C files only' verify --check overflow sum.bc
verdict 0 true verify --entry start nomain.c
# Parameters with sizes.
cat >sizes.c <<'C'
#include <assert.h>
int find(const char *buf, unsigned n, void *other) {
  if (n >= 3 && buf[2] == ':') assert(n != 7);
  return 0;
}
int small(signed char n, int *a) { assert(n >= 0); return 0; }
int pair(double d, int a) { return 0; }
C
verdict 1 'false(unreach-call)' verify --entry 'find(char buf[n], unsigned n, void *other)' --json sizes.json sizes.c
check 'the contents are told by the names that the user gives' grep -qE "^ +buf\[2\] = ':'$" out
check 'so is the parameter' grep -qE '^ +n = 7 \(' out
check 'and the call' grep -qE '^ +find\(buf = &buf, n = 7, ' out
check 'nothing else is' [ -z "$(grep -E '_start|clew|scratch' out)" ]
verdict 0 true verify --entry 'small(n, a[n])' --certificate sizes.cert sizes.c
check 'the bound is assumed' grep -q '^No error can be reached, if n is from 0 to 127; ' out
verdict 0 true check --entry 'small(n, a[n])' sizes.c sizes.cert
check 'what was checked is said again' grep -q '^Not checked: signed integer overflow' out
verdict 2 'unknown(certificate)' check --entry small sizes.c sizes.cert
verdict 2 'unknown(certificate)' check --entry 'small(n, a[2 * n])' sizes.c sizes.cert
verdict 0 true verify --entry ' pair ( double d , int a ) ' sizes.c
verdict 1 'false(unreach-call)' verify --entry small sizes.c
refuse 64 '^clew verify: --entry: find has 3 parameters, not 2$' verify --entry 'find(char buf[n], unsigned n)' sizes.c
refuse 64 'pair has 2 parameters, not 0' verify --entry 'pair(void)' sizes.c
refuse 64 'the size of `buf` names `m`' verify --entry 'find(char buf[m], unsigned n, void *other)' sizes.c
refuse 64 '`other`: the size of an element is not known' verify --entry 'find(buf, n, other[n])' sizes.c
refuse 64 '`a` has a size, but this parameter of pair is no pointer' verify --entry 'pair(d, a[3])' sizes.c
refuse 64 '`d` is named in a size, but this parameter of pair is no integer' verify --entry 'pair(d, a[d])' sizes.c
refuse 64 'is larger than the 16777216 bytes' verify --entry 'small(n, long long a[3000000])' sizes.c
refuse 64 "expected ']' at '; n\)'" verify --entry 'small(n, a[3; n)' sizes.c
refuse 64 'expected a number or the name of a parameter' verify --entry 'small(n, a[])' sizes.c
refuse 64 'expected one parameter in a size' verify --entry 'small(n, a[n * n])' sizes.c
refuse 64 'expected nothing more' verify --entry 'small(n, a) const' sizes.c
refuse 64 'main gets its arguments from the system; --argc' verify --entry 'main(int argc, char *argv[argc])' sizes.c
refuse 64 'must not state parameters' paths --tests tests --entry 'small(n, a[n])' sizes.c
refuse 65 'there is no function `none` to start from' verify --entry 'none(char a[3])' sizes.c
# Bounds on the arguments of main.
printf '#include <assert.h>\n#include <string.h>\nint main(int argc, char **argv) {\n  if (argc > 2) assert(strlen(argv[2]) != 5);\n  return 0;\n}\n' >bounded.c
verdict 1 'false(unreach-call)' verify --argc 3 --arg-length 5 bounded.c
check 'arguments within the bounds' grep -q "^    arguments (argc = 3): '' " out
check 'arguments are nothing that the program changes' [ -z "$(grep 'bounded.c:4 .*argv.2..5. = ' out)" ]
verdict 0 true verify --argc 2 --json bounded.json --certificate bounded.cert bounded.c
check 'the bound on their number is assumed' grep -q '^No error can be reached, if argc is at most 2; the proof was checked\.$' out
check 'as JSON' grep -q '"text": "argc is at most 2"' bounded.json
verdict 0 true check --argc 2 bounded.c bounded.cert
verdict 2 'unknown(certificate)' check bounded.c bounded.cert
verdict 0 true verify --arg-length 4 --argc 7 --engine symex bounded.c
check 'the bound on their length is assumed' grep -q '^No error can be reached, if arguments have at most 4 characters and argc is at most 7;' out
for engine in random symex; do verdict 1 'false(unreach-call)' verify --engine $engine --timeout 60 --argc 4 --arg-length 9 bounded.c; done
refuse 64 '--arg-length wants less than 131072' verify --arg-length 131072 bounded.c
refuse 64 '--argc wants' verify --argc many bounded.c
refuse 64 '--argc wants' verify --argc 3..2 bounded.c
refuse 64 '--argc wants' verify --argc 1..1048576 bounded.c
verdict 1 'false(unreach-call)' verify --argc 3..3 --arg-length 5 bounded.c
verdict 0 true verify --argc 0..2 bounded.c
check 'a range from 0 on is told by its end' grep -q 'if argc is at most 2;' out
verdict 0 true verify --argc 1..1 bounded.c
printf 'int main(int argc, char **argv) { return argv[argc + 1] != 0; }\n' >behind.c
verdict 1 'false(valid-deref)' verify --check memory --argc 0..2 behind.c
check 'argv ends where argc says' grep -q 'error: a read of 8 bytes behind `argv` (8 bytes)' out
verdict 1 'false(unreach-call)' verify --no-check false.c
verdict 2 'unknown(nothing-to-check)' verify -D reach_error=harmless false.c
verdict 1 'false(unreach-call)' verify -Dreach_error=harmless --error-function=harmless false.c
verdict 1 'false(unreach-call)' verify false.c nomain.c
verdict 1 'false(unreach-call)' verify --engine symexpa --json r.json --harness h.c --stats false.c
check 'the JSON file is JSON' python3 -c 'import json; json.load(open("r.json"))'
check "the engine's options and statistics as JSON" python3 -c '
import json
r = json.load(open("r.json"))
assert r["engine"] == "symexpa" and r["engine_options"]["search"] == "dfs" and r["engine_options"]["precision"] is None
assert {"paths", "time_total", "predicates", "thresholds_raised"} <= r["statistics"].keys()'
check "the engine's statistics" grep -q '^  thresholds_raised  *0    refinements that raised' out
verdict 1 'false(unreach-call)' verify --engine symex --search bfs --json r.json --stats false.c
check 'another engine has others' python3 -c '
import json
r = json.load(open("r.json"))
assert r["engine"] == "symex" and r["engine_options"] == {"search": "bfs", "unwind": 0} and "predicates" not in r["statistics"]'
check 'another engine has other statistics' [ -z "$(grep '^  predicates' out)" ]
verdict 0 true verify --engine symex --save-precision nothing.txt true.c
check 'nothing is known of loops' [ "$(grep -cv '^#' nothing.txt)" -eq 0 ]
verdict 0 true verify --engine symexpa --timeout 60 --precision nothing.txt true.c
verdict 0 true verify --harness none.c true.c
check 'no harness of a proof: it is said' grep -qx 'clew verify: there is no error to write a harness for' err
check 'no harness of a proof: no file' [ ! -e none.c ]
check 'the harness is C' clang-19 -fsyntax-only -w h.c
printf 'static void reach_error(void) {}\nint main(void) { int x = NUMBER; if (x == 5) reach_error(); }\n' >flags.c
verdict 1 'false(unreach-call)' verify -D 'NUMBER=(2 + 3)' --harness h.c flags.c
check "the harness says how to compile it" sh -c "$(sed -n 's,^//   \(clang.*\),\1,p' h.c)"
run verify -q false.c
check '--quiet prints one line' [ "$(wc -l <out)" -eq 1 ]
run cfa false.c -o false.cfa
check 'cfa writes a file' [ ! -s out -a -s false.cfa ]
verdict 1 'false(unreach-call)' verify false.cfa
run cfa false.c
cp out false.cfa
check 'cfa succeeds' [ "$status" -eq 0 ]
verdict 1 'false(unreach-call)' verify false.cfa
run cfa false.cfa
check 'reading is the inverse of printing' cmp -s out false.cfa
# An automaton has the checks that were put into it.
printf 'extern void reach_error(void);\nint a[3];\nint main(int argc, char **argv) {\n  if (argc < 0) reach_error();\n  return a[argc + 7];\n}\n' >outside.c
run cfa outside.c
cp out outside.cfa
refuse 65 'outside.cfa: the automaton has no checks of valid-deref, valid-free; it has those of unreach-call;' verify --check memory outside.cfa
refuse 65 'outside.cfa: the automaton has no checks of valid-memcleanup;' verify --property cleanup.prp outside.cfa
verdict 2 'unknown(nothing-to-check)' verify outside.cfa
run cfa --check assert,memory outside.c
cp out outside.cfa
check 'the automaton names its checks' grep -qx 'checks unreach-call valid-deref valid-free' outside.cfa
run cfa outside.cfa
check 'the checks are read and printed' grep -qx 'checks unreach-call valid-deref valid-free' out
verdict 1 'false(valid-deref)' verify --check memory outside.cfa
verdict 2 'unknown(nothing-to-check)' verify --check assert outside.cfa
refuse 65 'no checks of no-overflow' verify --check overflow outside.cfa
sed 's/^checks .*/checks unreach-call/' outside.cfa >wrong.cfa
refuse 65 'an error is of valid-deref' verify wrong.cfa
sed 's/^checks .*/checks nothing/' outside.cfa >wrong.cfa
refuse 65 'expected the names of properties' verify wrong.cfa
# Each call has an object of its own at the same address: the run with the inputs that were found has both values.
cat >two.cfa <<'.'
cfa "two"
pointer-bits 32
global mem (Array (_ BitVec 32) (_ BitVec 8)) region
function main
  local x (_ BitVec 8)
  local y (_ BitVec 8)
  edge start -> a
    input m0 (Array (_ BitVec 32) (_ BitVec 8)) uninit "mem"
    mem := m0
  edge a -> b  call f () -> x
  edge b -> c  call f () -> y
  edge c -> bad [(and (= x #x09) (= y #x05))]
  edge c -> end [(not (and (= x #x09) (= y #x05)))]
  location bad error
  location end exit
function f
  local at (_ BitVec 32)
  result r (_ BitVec 8)
  edge f0 -> f1
    alloc o size #x00000001 stack "o"
    at := o
  edge f1 -> f2
    r := (select mem at)
    mem := (store mem at #x2a)
  location f2 exit
.
for engine in symex symexpa eager lazy; do verdict 1 'false(unreach-call)' verify --engine "$engine" two.cfa; done
sed 's/^    at := o/&\n    mem := (store mem o #x2a)/' two.cfa >written.cfa
for engine in symex symexpa eager lazy; do verdict 0 true verify --engine "$engine" written.cfa; done
run cfa --dot false.c
check '--dot prints a graph' grep -q '^digraph' out

# --- options that a command does not take ----------------------------------------------------------------
for command in cfa prune paths tests replay; do
  for option in --witness --sarif --report --harness --certificate --save-precision; do
    [ "$command $option" = "prune --certificate" ] || refuse 64 "$option is no option of .clew $command." $command true.c $option refused.out
  done
done
for command in cfa prune paths replay; do refuse 64 "--engine is no option of .clew $command." $command true.c --engine symex; done
refuse 64 '--engine is no option of .clew prune.' prune true.c --engine nosuch
refuse 64 '--json is no option of .clew prune.' prune true.c --json refused.out
refuse 64 '--dot is no option of .clew verify.' verify true.c --dot
refuse 64 '--draw is no option of .clew tests.' tests true.c --draw 3 --output refused.suite
check 'nothing was written' [ ! -e refused.out -a ! -e refused.suite ]
# What a command's help lists is what it takes: of all options, with a value that every one of them has.
listed() { "$clew" help "$@" | grep -oE '^  (-. [A-Z]*, |-., )?--[a-z0-9-]+' | grep -oE -- '--[a-z0-9-]+'; }
commands='verify cfa prune paths tests replay check'
options=$(for command in $commands; do listed $command --all | sed '/^--jobs$/,$d'; done | sort -u)
check 'there are options' [ "$(wc -w <<<"$options")" -gt 40 ]
[ -z "$CLEW_REDUCED" ] || options=$(awk 'NR % 8 == 1' <<<"$options") # one path through the code for all of them
for command in $commands; do
  run help $command
  check "help $command lists options" grep -q '^  --timeout S ' out
  "$clew" help $command --all >help.all
  for option in $options; do
    taken=yes
    "$clew" $command absent.c $option 1 2>&1 | grep -qF -- "$option is no option of" && taken=no
    "$clew" $command absent.c $option 2>&1 | grep -qF -- "$option is no option of" && taken=no
    grep -qE -- "^  (-. [A-Z]*, |-., )?$option( |\$)" help.all && explained=yes || explained=no
    sed '/^more options/,/^$/!s/^\(  \(-. [A-Z]*, \|-., \)\?--[a-z0-9-]*\).*/\1/' out | grep -qE -- "^  (.* )?$option( |\$)" && named=yes || named=no
    check "help $command: $option" [ "$taken$explained$named" = "$taken$taken$taken" ]
  done
done
run verify -O2 -o nothing.o true.c
check '-o is a flag of the compiler where --output is no option' [ "$(tail -n 1 out)" = 'RESULT: true' -a ! -e nothing.o ]
refuse 64 '--output is no option of .clew verify.' verify --output nothing.o true.c

# --- files of the user are not written over ------------------------------------------------------------
cp true.c mine.c
ln -s mine.c link.c
ln mine.c hard-link.c
cp unreach.prp mine.prp
mkdir sub
for option in --harness --json --certificate --save-precision --output --trace-queries --record-queries; do
  command=verify
  [ $option = --output ] && command=prune # the others do not write it
  for name in mine.c ./mine.c "$work/mine.c" sub/../mine.c link.c hard-link.c; do
    refuse 64 "$option .*would write over an input file" $command mine.c $option $name
  done
  refuse 64 "$option .*would write over the property" $command mine.c --property mine.prp $option mine.prp
done
refuse 64 'would write over the precision' verify --engine symexpa mine.c --precision even.txt --save-precision ./even.txt
refuse 64 'would write over an input file' prune mine.c -o mine.c
refuse 64 'would write over an input file' cfa mine.c -o mine.c
printf 'not of clew\n' >foreign-folder
printf '// made by clew\n' >test.c
refuse 64 'would write over a file that is read .test.c.' replay test.c true.c --json ./test.c
for command in 'tests --output' 'paths --tests'; do
  refuse 65 'foreign-folder: is a file; a folder is to be filled' $command foreign-folder true.c --timeout 5
done
cp true.c sub/path-0001.c
refuse 65 'sub/./path-0001.c: the file is there and was not made by clew' paths --tests sub sub/path-0001.c
printf '// made by clew\n#define LIMIT 5\nstatic int low(int x) { return x < LIMIT; }\n' >low.h
sed 's/^int main/#include "low.h"\n&/; s/x < 5/low(x)/' true.c >with-header.c
refuse 64 'would write over a file of the program' verify with-header.c --json low.h
printf '// made by clew\n#define LIMIT 5\n' >only\ macros.h
sed 's/^int main/#include "only macros.h"\n&/; s/x < 5/x < LIMIT/' true.c >with-macros.c
refuse 64 'would write over a file of the program' verify with-macros.c --json 'only macros.h'
check 'the header is as it was' grep -q '^#define LIMIT 5$' 'only macros.h'
refuse 64 'name the same file' verify true.c --json same --harness ./same
refuse 64 'name the same file' verify true.c --json mine.json --certificate "$work/mine.json"
refuse 64 'both go to standard output' verify true.c --json - --certificate -
verdict 0 true verify true.c --json /dev/null --certificate /dev/null
check 'the inputs are as they were' cmp -s mine.c true.c
check 'nothing was made' [ ! -e same -a ! -e mine.json ]
for option in --harness --json --certificate --save-precision --output --trace-queries --record-queries --sarif --witness --report; do
  command=verify
  [ $option = --output ] && command=prune
  printf 'not of clew\n' >foreign
  refuse 65 "$option foreign: the file is there and was not made by clew" $command true.c $option foreign
  ln -sf foreign foreign-link
  refuse 65 "$option foreign-link: the file is there and was not made by clew" $command true.c $option foreign-link
  check "$option: it is as it was" grep -qx 'not of clew' foreign
done
# An output of an earlier run is not taken for one of this run.
verdict 1 'false(unreach-call)' verify false.c --json stale.json --witness stale.yml --harness stale.harness.c --sarif stale.sarif --report stale.html
check 'all were written' [ -s stale.json -a -s stale.yml -a -s stale.harness.c -a -s stale.sarif -a -s stale.html ]
run verify true.c --harness stale.harness.c
check 'no harness of a program without an error' [ ! -e stale.harness.c ]
printf 'int main(void) { return 0 }\n' >wrong.c
refuse 65 'error' verify wrong.c --json stale.json --witness stale.yml
check 'no old result of a program that cannot be read' [ ! -e stale.json -a ! -e stale.yml ]
verdict 0 true verify true.c --json kept.json
ln -s kept.json alias.json
chmod 600 kept.json
verdict 0 true verify true.c --json kept.json
check 'a file that is replaced keeps its mode' [ "$(stat -c %a kept.json)" = 600 ]
verdict 0 true verify true.c --json alias.json
check 'a symbolic link stays one' [ -L alias.json -a ! -L kept.json ]
check 'what it leads to was written' grep -q '"verdict": "true"' kept.json
ln -s later.json early.json
verdict 0 true verify true.c --json early.json
check 'so does one that leads to no file yet' [ -L early.json ]
check 'and the file is there' grep -q '"verdict": "true"' later.json
check 'no temporary file is left' [ -z "$(ls -A | grep '\.clew-')" ]
run verify --json - --stats --certificate -q.cert false.c
check '--json -: JSON and nothing else on standard output' python3 -c 'import json; assert json.load(open("out"))["result"] == "false(unreach-call)"'
check '--json -: the rest on standard error' grep -q '^RESULT: false(unreach-call)$' err
run check --json - true.c absent.cert
verdict 0 true verify --certificate true.cert true.c
run check --json - true.c true.cert
check 'check --json -' python3 -c 'import json; assert json.load(open("out"))["result"] == "true"'

# --- what is said with a verdict ------------------------------------------------------------------------
cat >sensor.c <<'C'
#include <assert.h>
extern int read_sensor(void);
extern void calibrate(int *values);
extern int peek(const int *values);
extern void done(int *values);
int main(void) {
  int values[2] = {1, 2}, r = read_sensor();
  r += peek(values) & 0;
  calibrate(values);
  if (r > 10) r = 10;
#ifdef BUG
  assert(r != 3);
#endif
  assert(r <= 10 && values[0] == 1);
  done(values);
  return 0;
}
C
verdict 0 true verify --json s.json sensor.c
check 'the assumption, the doubtful first; what cannot matter is not said' grep -qx \
  'No error can be reached, if calibrate (sensor.c:9, no body), read_sensor (sensor.c:7, no body) and peek (sensor.c:8, no body) change nothing; the proof was checked.' out
check 'assumptions as JSON' python3 -c '
import json
a = json.load(open("s.json"))["assumptions"]
found = [x for x in a if x["kind"] == "undefined-function"]
assert [(x["line"], x["file"]) for x in found] == [(7, "sensor.c"), (8, "sensor.c"), (9, "sensor.c")], found
assert found[2]["text"] == "calibrate changes nothing, not even what its arguments point to"
assert {"compiler", "wrapping", "path-end", "single-thread"} <= {x["kind"] for x in a}'
cat > layout.c <<'C'
#include <assert.h>
#include <string.h>
char a[16], b[16];
union word { char *p; unsigned long u; };
int main(void) {
  char *p = a, *q = b;
  union word w = {.p = a};
#ifdef END
  p += 16;
  assert(p != q);
#elif defined(UNION)
  assert(w.u < 0x500000000000);
#elif defined(COPY)
  unsigned long u;
  memcpy(&u, &q, sizeof u);
  assert(u % 2 == 0);
#else
  for (p = a; p != a + 16; p++) *p = 1;
  assert(q == b && w.p);
#endif
  return 0;
}
C
for way in END UNION COPY; do
  verdict 0 true verify -D $way layout.c
  check "where objects lie: $way" grep -Eq 'No error can be reached, if objects (lie where clew puts them|are aligned to 16 bytes) ' out
done
verdict 0 true verify layout.c
check 'nothing depends on where objects lie' grep -q '^No error can be reached; the proof was checked.$' out
cat > extended.c <<'C'
extern long double __VERIFIER_nondet_longdouble(void);
void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_longdouble() == 2.5L) reach_error();
  return 0;
}
C
verdict 1 'false(unreach-call)' verify extended.c
check 'a long double of the counterexample' grep -q '__VERIFIER_nondet_longdouble() = 2.5L' out
verdict 1 'false(unreach-call)' verify -D BUG sensor.c
check 'an invented result' grep -qx \
  'An error can be reached, if read_sensor (sensor.c:7, no body) returns 3 as above, and if calibrate (sensor.c:9, no body) changes nothing; it was seen in a run with the inputs above.' out
cat >init.c <<'C'
#include <assert.h>
void init(int *p);
int main(void) {
  int x = 0;
  init(&x);
  assert(x == 1);
  return 0;
}
C
verdict 1 'false(unreach-call)' verify init.c
check 'what an error rests on' grep -qxF \
  'An error can be reached, if init (init.c:5, no body) changes nothing; it was seen in a run with the inputs above.' out
verdict 2 'unknown(unsupported)' verify --undefined stop sensor.c
check 'where it stops' grep -q 'a call of read_sensor, which has no body at sensor.c:7' out
verdict 2 'unknown(unconfirmed)' verify --undefined havoc sensor.c
cat >back.c <<'C'
extern void reach_error(void), run(void (*)(void));
static int limit = 3;
static void back(void) {
#ifdef BUG
  if (limit == 3) reach_error();
#endif
}
int main(void) {
  run(back);
  return 0;
}
C
verdict 0 true verify -D BUG back.c
check 'a function that could call back' grep -qx \
  'No error can be reached, if run (back.c:9, no body) changes nothing; the proof was checked.' out
check 'then there is something to check' [ -z "$(grep 'nothing to check' out)" ]
verdict 2 'unknown(nothing-to-check)' verify back.c
cat >jump.c <<'C'
#include <setjmp.h>
extern void reach_error(void), run(jmp_buf);
static jmp_buf buffer;
struct pair { int x, y; };
static void change(int *p) { ++*p; }
static void leave(void) { longjmp(buffer, 1); }
int main(void) {
  struct pair s = {1, 1};
  int a[2] = {1, 1};
  QUALIFIER int b = 1;
  if (setjmp(buffer) == 0) {
#if CASE == 1
    s.x = 2;
#elif CASE == 2
    a[1] = 2;
#elif CASE == 3
    change((int *)&b);
#elif CASE == 4
    s = (struct pair){2, 2};
#elif CASE == 5
    run(buffer);
#endif
    leave();
  }
  if (s.x + a[1] + b > 4) reach_error();
  return 0;
}
C
for i in 1:s 2:a 3:b 4:s; do
  verdict 0 true verify -D QUALIFIER= -D CASE=${i%:*} jump.c
  check "a local that changes before a jump, ${i#*:}" grep -q "^No error can be reached, if locals .* (such as \`${i#*:}\`) keep their last values" out
done
for i in 0 3; do
  verdict 0 true verify -D QUALIFIER=volatile -D CASE=$i jump.c
  check 'no local that changes' grep -qx 'No error can be reached; the proof was checked.' out
done
verdict 0 true verify -D QUALIFIER=volatile -D CASE=5 jump.c
check 'a function that could jump' grep -q ' functions without a body do not call longjmp (jump.c:21)' out
cat >handler.c <<'C'
#include <signal.h>
extern void reach_error(void);
static volatile sig_atomic_t flag;
static void set(int number) { flag = number; }
static void (*(*install)(int, void (*)(int)))(int) = signal;
int main(void) {
  install(SIGALRM, set);
  if (flag) reach_error();
  return 0;
}
C
verdict 0 true verify handler.c
check 'a handler that is installed through a pointer' grep -q ' handlers of signals run only where the program raises the signal itself[; ]' out
for i in 1 2 3 4 5 6 7 8; do echo "extern int f$i(void);"; done >many.c
cat >>many.c <<'C'
extern void reach_error(void);
int main(void) {
  int x = f1() + f2() + f3() + f4() + f5() + f6() + f7() + f8();
  if (x > 10 && x < 5) reach_error();
  return 0;
}
C
verdict 0 true verify many.c
check 'at most five are named' grep -q 'f5 (many.c:11, no body) and 3 more (--json lists all) change nothing' out
cat >ends.c <<'C'
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
#if END == 1
  int a[4], i;
  for (i = 0; i < 6; i++) a[i] = 1;
  assert(0);
#elif END == 2
  assert(100 / x <= 100);
#elif END == 3
  int *p = x ? &x : 0;
  assert(*p != 0);
#elif END == 4
  assert(strlen(x ? "abc" : 0) == 3);
#else
  int a[4], i;
  for (i = 0; i < 4; i++) a[i] = 1;
  assert(a[x & 3] == 1 && 100 / (x | 1) <= 100);
#endif
  return 0;
}
C
if [ -z "$CLEW_REDUCED" ]; then # the search has a bound, which sanitizers use up
verdict 0 true verify -D END=1 --json e.json ends.c
check 'a path that ends' grep -qx 'Paths end at ends.c:8: an access outside `a`\.' out
check 'a path that ends, as JSON' python3 -c '
import json
r = json.load(open("e.json"))
assert {"kind": "path-end", "text": "an access outside `a`", "file": "ends.c", "line": 8} in [{k: v for k, v in a.items() if k != "column"} for a in r["assumptions"]]
assert r["path_ends_complete"] is True and r["nothing_to_check"] is False'
verdict 0 true verify -D END=2 ends.c
check 'a division' grep -qx 'Paths end at ends.c:11: a division by zero\.' out
verdict 0 true verify -D END=3 ends.c
check 'a null pointer' grep -qx 'Paths end at ends.c:14: an access through a null pointer\.' out
verdict 0 true verify -D END=4 ends.c
check 'in the library' grep -qx 'Paths end at ends.c:16: an access through a null pointer in strlen\.' out
verdict 0 true verify ends.c
check 'no path ends' [ "$(wc -l <out)" -eq 3 ]
fi
printf 'int main(void) { return 0; }\n' >nothing.c
verdict 2 'unknown(nothing-to-check)' verify nothing.c
check 'nothing to check' grep -q '^Not decided: there is nothing to check: no assertion, no call of an error function; .*--error-function' out
verdict 0 true verify true.c
check 'something to check' [ -z "$(grep 'nothing to check' out)" ]

# --- functions without a declaration --------------------------------------------------------------------
printf 'int main(void) {\n  int x = helper(3);\n  assert(x == x);\n  return 0;\n}\n' >undeclared.c
verdict 0 true verify undeclared.c
check 'it is warned of' grep -qx 'warning: undeclared.c:2:11: `helper` is called without a declaration; taken to return int' out
check 'an assertion' grep -q 'warning: undeclared.c:3:3: `assert` is called without a declaration .*; taken for an assertion' out
printf 'int main(void) {\n  double x = nondet_double();\n  assert(x == x);\n  return 0;\n}\n' >undeclared.c
verdict 1 'false(unreach-call)' verify undeclared.c # not a number
printf 'int main(void) {\n  char *x = getenv("HOME");\n  assert(x || !x);\n  return 0;\n}\n' >undeclared.c
refuse 65 'undeclared.c:2:13: `getenv` .* it is a pointer: include <stdlib.h>' verify undeclared.c
verdict 0 true verify --32 undeclared.c
printf 'double half(double x) { return x / 2; }\n' >half.c
printf 'int main(void) {\n  assert(half(4.0) == 2.0);\n  return 0;\n}\n' >undeclared.c
refuse 65 'undeclared.c:2:10: `half` .* it is a floating-point number: declare it' verify undeclared.c half.c

# --- certificates -----------------------------------------------------------------------------------
verdict 0 true verify --certificate true.cert true.c
verdict 0 true check true.c true.cert
check 'what was checked is said' grep -qE '^Checked in .* nodes, .* conjuncts of formulas, [1-9][0-9]* cut branches' out
mkdir elsewhere
cp true.c elsewhere
verdict 0 true check elsewhere/true.c true.cert
# Whatever the engine wants of the automaton: the certificate says how it is made again.
cat >united.c <<'C'
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    if (x == 3 && y == 3) x = y = 0;
    else x++, y++;
  }
  if (x != y) reach_error();
  return 0;
}
C
for engine in value cpa symexpa bself; do
  verdict 0 true verify --engine $engine --certificate united.cert united.c
  verdict 0 true check united.c united.cert
done
verdict 0 true verify --engine value --no-cegar --certificate united.cert united.c
verdict 0 true check united.c united.cert
# The certificate says how the automaton is made, but not what is asked.
verdict 0 true verify --32 --no-slice --certificate other.cert true.c
verdict 0 true check --32 true.c other.cert
for bits in '' --64; do
  verdict 2 'unknown(certificate)' check $bits true.c other.cert
  check 'another data model is said' grep -q 'on 32 bits, not on 64; if that is meant, say --32' out
done
verdict 0 true verify --entry start --certificate start.cert nomain.c
verdict 0 true check --entry start nomain.c start.cert
printf 'extern void reach_error(void);\nint start(void) { int x = 0; if (x) reach_error(); return x; }\nint main(void) { reach_error(); }\n' >entry.c
printf 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n' >main.prp
verdict 0 true verify --entry start --certificate start.cert entry.c
for asked in '' '--entry main' '--property main.prp'; do
  verdict 2 'unknown(certificate)' check $asked entry.c start.cert
  check 'another entry is said' grep -q 'starts at `start`, not at `main`; if that is meant, say --entry start' out
done
printf 'CHECK( init(main()), LTL(G ! overflow) )\n' >overflow.prp
printf 'CHECK( init(main()), LTL(F end) )\n' >termination.prp
verdict 2 'unknown(unsupported)' check --property termination.prp true.c true.cert
check 'a property that a certificate does not speak of' grep -q 'the property LTL(F end)' out
verdict 0 true verify --certificate both.cert true.c nomain.c
verdict 0 true check true.c nomain.c both.cert
run cfa true.c
cp out true.cfa
verdict 0 true verify --certificate automaton.cert true.cfa
verdict 0 true check true.cfa automaton.cert
# Other programs, and other proofs.
verdict 2 'unknown(certificate)' check false.c true.cert
check 'another program is said' grep -q 'another program' out
verdict 2 'unknown(certificate)' check -D reach_error=harmless true.c true.cert
refused() { # NAME SED REGEX: $certificate, changed so, proves nothing about $program
  sed "$2" "$certificate" >changed.cert
  check "$1 changes the certificate" [ -n "$(cmp "$certificate" changed.cert 2>&1)" ]
  verdict 2 'unknown(certificate)' check $program changed.cert
  check "$1" grep -qE "$3" out
}
program='--32 true.c' certificate=other.cert
refused 'a cut that is called an end' 's/ cut$/ end/' 'error is reached'
refused 'a cut that is called open' 's/ cut$/ open/' 'not explored'
refused 'an end that is called cut' 's/ end$/ cut/' 'feasible'
refused 'another location' '0,/location main [0-9]*/s//location main 0/' 'another location'
run verify --certificate false.cert false.c
check 'no certificate for FALSE' [ "$status" -eq 1 -a ! -e false.cert ]
cat >odd.c <<'C'
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10 && x < 5) reach_error();
  if (x == 3) return fork();
  return 0;
}
C
verdict 2 'unknown(unsupported)' verify --engine symexpa --certificate part.cert odd.c
check 'a part is called one' grep -q '^graph partial$' part.cert
verdict 2 'unknown(certificate)' check odd.c part.cert
check 'a part of a proof' grep -q 'nothing about the rest' out
sed 's/^graph partial/graph complete/' part.cert >changed.cert
verdict 2 'unknown(certificate)' check odd.c changed.cert
check 'a part that is called complete' grep -q 'not explored' out
# A certificate with formulas, by hand: a loop that no execution gets to the end of.
cat >sum.c <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static unsigned next(unsigned a) { return a + 1; }
int main(void) {
  unsigned x = 0, i = 0;
  while (__VERIFIER_nondet_int()) {
    x = next(x);
    i++;
  }
  if (x != i) reach_error();
  return 0;
}
C
cat >sum.cert <<'E'
clew-certificate 1
bits 64
slice yes
entry main
program 0000000000000000
graph complete
context 1 caller 0 location main 1 edge 0
root 0
node 0 location main 4 context 0 expanded
  arc 0 1
node 1 location main 0 context 0 expanded
  formula
    holds (= |main::x| |main::i|)
  arc 0 2
  arc 1 cut
node 2 location main 1 context 0 expanded
  arc 0 3
node 3 location next 0 context 1 expanded
  formula
    holds (= |next@c1::a| |main::x|)
    holds (= |main::x| |main::i|)
  arc 0 4
node 4 location main 2 context 0 expanded
  arc 0 5
node 5 location main 0 context 0
  subsumed 1
end
E
verdict 2 'unknown(certificate)' check sum.c sum.cert
sed -i "s/^program .*/program $(grep -oE '[0-9a-f]{16}' out)/" sum.cert
verdict 0 true check sum.c sum.cert
check 'formulas are counted' grep -qE '^Checked in .* [1-9][0-9]* conjuncts of formulas' out
sed 's/x = next(x);/x = next(x) + 1;/' sum.c >wrong.c
verdict 2 'unknown(certificate)' check wrong.c sum.cert
sed "s/^program .*/program $(grep -oE '[0-9a-f]{16}' out)/" sum.cert >wrong.cert
verdict 2 'unknown(certificate)' check wrong.c wrong.cert
check 'a formula that the wrong program breaks' grep -q 'does not lie in its subsumer' out
program=sum.c certificate=sum.cert
refused 'a weaker formula' 's/holds (= |next.*/holds true/' 'does not lie in its subsumer'
refused 'a stronger formula' 's/holds (= |next.*/holds (= |next@c1::a| #x00000000)/' 'formula does not hold'
refused 'a wrong formula' 's/|main::x| |main::i|/(bvadd |main::x| #x00000001) |main::i|/' 'state does not lie'
refused 'a cut below a formula' 's/arc 0 5/arc 0 cut/' 'feasible'
refused 'no arc below a formula' '/arc 0 4/d' 'feasible'
refused 'an open arc below a formula' 's/arc 0 2/arc 0 open/' 'not executed'
refused 'another subsumer' 's/subsumed 1/subsumed 3/' 'another place'
refused 'a cycle of subsumers' 's/^node 1 .*/&\n  subsumed 5/; s/subsumed 1$/&\n  formula/' 'subsume each other'
refused 'another target' 's/arc 0 3/arc 0 4/' 'another place'

# An annotation by hand: what holds at the head is not inductive, but 2-inductive.
cat >delay.c <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    x = y;
    y = 0;
  }
  if (x != 0) reach_error();
  return 0;
}
C
cat >delay.cert <<'E'
clew-certificate 1
bits 64
slice yes
entry main
program 0000000000000000
annotation complete
cut location main 0 context 0 k 2
  holds (= |main::x| #x00000000)
end
E
verdict 2 'unknown(certificate)' check delay.c delay.cert
sed -i "s/^program .*/program $(grep -oE '[0-9a-f]{16}' out)/" delay.cert
verdict 0 true check --json delay.json delay.c delay.cert
check 'cut points are counted' grep -q '^The certificate has 1 cut points with 1 conjuncts;' out
check 'the invariant of an annotation' grep -q '"formula": "x == 0"' delay.json
program=delay.c certificate=delay.cert
refused 'a smaller k' 's/ k 2/ k 1/' 'not inductive'
refused 'a formula that does not hold' 's/#x00000000)/#x00000001)/' 'first reached'
refused 'no formula' '/holds/d' 'error can be reached'
refused 'no cut point' '/cut/d; /holds/d' 'cycle without a cut point'
refused 'a k of 0' 's/ k 2/ k 0/' 'at least 1'
sed 's/^annotation complete/annotation partial/; /holds/d' delay.cert >part.cert
verdict 2 'unknown(certificate)' check delay.c part.cert
check 'what an annotation leaves open' grep -qx 'Not explored: [1-9][0-9]* branches\.' out
sed '/^annotation/d' delay.cert >kind.cert
refuse 65 'kind\.cert:6: expected the kind: `graph` or `annotation`' check delay.c kind.cert

# A complete unwinding, of a loop that ends and a function that calls itself: no invariants.
cat >unwound.c <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static unsigned count(unsigned n) { return n ? count(n - 1) + 1 : 0; }
int main(void) {
  unsigned s = 0;
  for (unsigned i = 0; i < 3; i++)
    if (__VERIFIER_nondet_int()) s += 2;
  if (s + count(2) > 8) reach_error();
  return 0;
}
C
cat >unwound.cert <<'E'
clew-certificate 1
bits 64
slice yes
entry main
program 0000000000000000
annotation complete
recursion 2
unwinding 4
cut location main 0 context 0 k 1
end
E
verdict 2 'unknown(certificate)' check unwound.c unwound.cert
sed -i "s/^program .*/program $(grep -oE '[0-9a-f]{16}' out)/" unwound.cert
verdict 0 true check --json unwound.json unwound.c unwound.cert
check 'bounds are said' grep -q 'with 0 conjuncts, recursion up to 2 times, at most 4 segments by unwinding;' out
check 'an unwinding has no invariants' grep -q '"invariants": \[\]' unwound.json
program=unwound.c certificate=unwound.cert
refused 'too short an unwinding' 's/unwinding 4/unwinding 3/' 'go on after its unwinding'
refused 'no unwinding' '/unwinding/d' 'error can be reached'
refused 'too small a bound on recursion' 's/recursion 2/recursion 1/' 'beyond the bound on recursion'
refused 'no bound on recursion' '/recursion/d' 'beyond the bound on recursion'

# Two engines one after the other: what the first decides, what only the second does (the first takes its half in vain),
# and the second alone.
cat >folded.c <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, i = 0;
  while (i < n) {
    i++;
    x++;
  }
  if (x != i) reach_error();
  return 0;
}
C
verdict 0 true verify --engine se+bself --timeout 60 true.c
verdict 1 'false(unreach-call)' verify --engine se+bself --timeout 60 false.c
verdict 2 'unknown(timeout)' verify --engine symex --timeout 2 folded.c
verdict 0 true verify --engine se+bself --timeout 4 --stats folded.c
check 'half of the time is for the first engine' awk '$1 == "time_engine" { exit !($2 > 1.5) }' out
verdict 0 true verify --engine se+bself --timeout 60 --no-pre-run --kappa 3 folded.c
# The bound on recursion of every engine that has one is in its certificate.
for engine in bse kind bself; do verdict 0 true verify --engine $engine --timeout 60 unwound.c; done
refuse 64 '--kappa is an option of bself and se.bself; symex does not have it' verify --engine symex --kappa 3 folded.c

# What is no certificate.
refuse 64 'none of the files is a certificate' check true.c true.c
refuse 65 'notes\.txt:1: not a certificate' check notes.txt true.c
refuse 65 'absent\.cert: no such file' check true.c absent.cert
refuse 65 'absent\.c: no such file' check absent.c true.cert
refuse 64 'none of the files is a certificate' check true.c junk.c
for lines in 1 3 6 7 8; do
  head -n $lines true.cert >short.cert
  refuse 65 "short\.cert:$((lines + 1)): " check true.c short.cert
done
refuse 64 "true\.cert is to be checked; the program's files are wanted" check true.cert
refuse 64 'no file given' check
refuse 64 '2 of the files are certificates' check true.cert true.c both.cert
verdict 0 true check both.cert true.c nomain.c
verdict 0 true check true.c both.cert nomain.c
refuse 64 'FILE\.\.\. CERTIFICATE' check
refuse 65 'cannot be written' verify --certificate /nonexistent/x.cert true.c
if [ -e /dev/full ]; then verdict 70 true verify --certificate /dev/full true.c; fi

# --- outputs that fail ------------------------------------------------------------------------------
if [ -e /dev/full ]; then
  verdict 70 'false(unreach-call)' verify --json /dev/full false.c
  verdict 70 'false(unreach-call)' verify --harness /dev/full false.c
  "$clew" verify true.c >/dev/full 2>err
  status=$?
  : >out
  check 'a full standard output' [ "$status" -eq 70 ]
  check 'a full standard output is said' grep -q 'standard output' err
fi

# --- help -----------------------------------------------------------------------------------------
run --version
check '--version' grep -qE '^clew [0-9]+\.[0-9]+\.[0-9]+$' out
run help
check 'help' grep -q 'verify' out
run verify --help
check 'help: an output that cannot be written' grep -q 'wrong input or an output that cannot be' out
check 'help: two screens' [ "$(wc -l <out)" -le 100 ]
for subject in '' verify cfa prune paths tests replay check auto symexpa 'verify --all' 'tests --all' 'check --all'; do
  run help $subject
  # A list of words is never broken.
  check "help $subject: 80 columns" [ -z "$(sed '/^  --[a-z]* [a-z0-9|]*$/d' out | LC_ALL=C.UTF-8 grep -E '.{81}')" ]
done
run help verify --all
cp out help.txt
run help --page clew.1
cp out clew.1
run help --page clew.bash
cp out clew.bash
run help --page _clew
cp out _clew
check 'bash can read its completion' bash -n clew.bash
for option in $(grep -oE '^ +(-. [A-Z]*, |-., )?--[a-z0-9-]+' help.txt | grep -oE -- '--[a-z0-9-]+'); do
  check "$option in the man page" grep -q -- "${option//-/\\\\-}" clew.1
  check "$option in the bash completion" grep -qe "$option" clew.bash
  check "$option in the zsh completion" grep -qe "$option" _clew
done
# completed COMMAND WORD: what bash offers.
completed() {
  (. ./clew.bash; COMP_WORDS=(clew "$@"); COMP_CWORD=$#; _clew; echo "${COMPREPLY[*]}")
}
check 'verify: --sarif is completed' [ "$(completed verify --sar)" = --sarif ]
check 'cfa: --sarif is not' [ -z "$(completed cfa --sar)" ]
check 'an option of an engine is completed' [ "$(completed verify --thr)" = --threshold ]
check 'not where there is no engine' [ -z "$(completed replay --thr)" ]
check 'engines to explain are completed' [ "$(completed help symexp)" = symexpa ]
check 'the man page says who takes an option' grep -qF '[verify, check]' clew.1
run engines
check 'engines' grep -q '^symex ' out
check 'no engine that only serves a command' [ -z "$(grep '^prune' out)" ]
for engine in $(cut -d' ' -f1 out); do
  run help "$engine"
  check "help $engine" [ "$(head -n 1 out)" = "usage: clew verify --engine $engine [OPTION]... FILE..." ]
done
# Options by engine: the commands' first, one that several engines have with each.
section() { sed -n "/^options of the engine $1:/,/^$/p" help.txt; }
check 'the options of symexpa' [ "$(section symexpa | grep -cE '^  --(threshold|search|precision) ')" -eq 3 ]
check 'the same by its name' [ "$(listed symexpa)" = "$(section symexpa | grep -oE '^  --[a-z-]+' | tr -d ' ')" ]
check 'the options of symex' [ "$(section symex | grep -oE '^  --[a-z]+' | tr -d ' \n')" = '--search--unwind' ]
check 'the options of eager' [ "$(section eager | grep -cE '^  --(precision|search) ')" -eq 1 ]
check 'a table of options that two engines have is listed once' [ "$(section se+bself | sed -n 2p)" = '  those of bself' ]
check 'the default engine' grep -qE -- '^  --engine NAME .*default:' help.txt
check "an engine's options are not the commands'" [ -z "$(sed '/^options of the engine/,$d' help.txt | grep -e --threshold)" ]
check 'the same in the man page' grep -q '^.SS Options of the engine symexpa$' clew.1
check 'words are completed' grep -q -- "--search) .*'dfs bfs random coverage'" clew.bash
run cfa --help
check 'an automaton needs no engine' [ -z "$(grep 'engine' out)" ]
refuse 64 "did you mean .symexpa" help symexpo
refuse 64 'explains one command or engine' help verify cfa

check 'no temporary folder is left' [ -z "$(ls -A tmp)" ]

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
