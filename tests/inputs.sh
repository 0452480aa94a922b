#!/bin/bash
# Inputs as people have them (docs/building.md): task definitions, compilation databases, a CMake and a Makefile project.
# tests/inputs.sh CLEW
# CLEW_REDUCED=1 leaves out what sanitizers make slow.
clew=$(realpath "$1") || exit 1
root=$(realpath "$(dirname "$0")/..")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$root/tests/asserts.sh"
mkdir tmp bin
export TMPDIR=$work/tmp
ln -s "$clew" bin/clew
PATH=$work/bin:$PATH
passed=0 failed=0

run() {
  clew "$@" >out 2>err </dev/null
  status=$?
}
judge() { # NAME: by the status of the command before
  if [ $? = 0 ]; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "FAILED: $1 (status $status)"
    head -n 5 err | sed 's/^/    /'
    tail -n 3 out | sed 's/^/    /'
  fi
}
verdict() { # RESULT ARGS...
  local result=$1
  shift
  run verify "$@"
  [ "$(tail -n 1 out)" = "RESULT: $result" ]
  judge "$result: $*"
}
said() { # REGEX, in what the run before printed
  grep -qE -- "$1" out err
  judge "said: $1"
}
refuse() { # STATUS REGEX ARGS...
  local want=$1 message=$2
  shift 2
  run verify "$@"
  [ "$status" = "$want" ] && grep -qE -- "$message" err && ! grep -q '^RESULT' out
  judge "refused with /$message/: $*"
}

# --- task definitions ----------------------------------------------------------------------------------------------------
mkdir -p tasks/properties
property() { printf 'CHECK( init(main()), LTL(%s) )\n' "$2" >>"tasks/properties/$1.prp"; }
property unreach-call 'G ! call(reach_error())'
property no-overflow 'G ! overflow'
property termination 'F end'
for word in valid-free valid-deref valid-memtrack; do property valid-memsafety "G $word"; done
cat >tasks/long.c <<'C'
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
void half(int *p);
int main(void) {
  int x = __VERIFIER_nondet_int();
  half(&x);
  if (sizeof(long) == 4 && x == 7) reach_error();
  return 0;
}
C
echo 'void half(int *p) { *p = (*p + 1) / 2; }' >tasks/half.c
task() { # NAME MODEL VERDICT: several properties
  cat >"tasks/$1.yml" <<Y
format_version: "2.0"
input_files:
  - "long.c"
  - "half.c"
properties:
  - property_file: properties/termination.prp
    expected_verdict: true
  - property_file: properties/unreach-call.prp
    expected_verdict: $3
  - property_file: properties/no-overflow.prp
    expected_verdict: false
  - property_file: properties/valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-deref
options:
  language: C
  data_model: $2
Y
}
task narrow ILP32 false
task wide LP64 true
task wrong ILP32 true
verdict 'false(unreach-call)' tasks/narrow.yml
[ "$status" = 1 ]
judge 'the exit status is the verdict'
said '^EXPECTED: false \(met: tasks/narrow\.yml:8\)$'
said 'note: tasks/narrow\.yml: unreach-call\.prp is verified; --property chooses another one: no-overflow\.prp, valid-memsafety\.prp$'
run tests tasks/narrow.yml --timeout 10 --output tasks/suite
clew replay "$(grep -l coversError tasks/suite/test-*.xml)" tasks/narrow.yml >out 2>err
[ $? = 1 ] && grep -qx 'RESULT: false(unreach-call)' out
judge 'a test is replayed with its task'
clew replay "$(grep -l 'reaches the error' tasks/suite/c/test-*.c)" tasks/narrow.yml >out 2>err
[ $? = 1 ] && grep -qx 'RESULT: false(unreach-call)' out
judge 'so is one in C'
verdict true tasks/wide.yml --json result.json
said '^EXPECTED: true \(met'
python3 - <<'P'
import json, sys
e = json.load(open("result.json"))["expected"]
want = {"file": "tasks/wide.yml", "line": 8, "property_file": "tasks/properties/unreach-call.prp", "verdict": "true", "subproperty": None, "met": True}
sys.exit(e != want)
P
judge 'the expected verdict in JSON'
(cd tasks && clew verify -q narrow.yml >../out 2>../err)
status=$?
[ $status = 1 ] && [ "$(cat out)" = 'RESULT: false(unreach-call)' ] && [ ! -s err ]
judge 'from its own folder, and quiet'
verdict 'false(unreach-call)' tasks/wrong.yml
[ "$status" = 1 ]
judge 'the exit status is the verdict, expected or not'
said '^EXPECTED: true \(NOT MET: tasks/wrong\.yml:8\)$'
verdict 'false(no-overflow)' tasks/wrong.yml --property tasks/properties/no-overflow.prp
said '^EXPECTED: false \(met: tasks/wrong\.yml:10\)$'
verdict 'false(no-overflow)' tasks/wrong.yml --check overflow
said '^EXPECTED: false \(met'
verdict true tasks/wide.yml --check memory,leaks
said '^EXPECTED: false\(valid-deref\) \(NOT MET'
verdict true tasks/wide.yml --check assert
said '^EXPECTED: true \(met'
verdict true tasks/wide.yml --check memory
said 'nothing is expected of this property'
! grep -q EXPECTED out
judge 'nothing is expected'
verdict 'unknown(unsupported)' tasks/wide.yml --property tasks/properties/termination.prp
said '^EXPECTED: true \(not decided'
printf "format_version: '1.0'\ninput_files: 'h*f.c'\nproperties:\n- {property_file: properties/no-overflow.prp}\n" >tasks/old.yml
verdict 'false(no-overflow)' --entry half tasks/old.yml
! grep -q EXPECTED out
judge 'a property without an expected verdict'
run verify tasks/wide.yml --certificate wide.cert
run check tasks/wide.yml wide.cert
[ $status = 0 ] && grep -q 'EXPECTED: true (met' out
judge 'check takes task definitions'
printf 'int main(void) { int *p = 0; return *p; }\n' >tasks/null.c
printf 'format_version: "2.0"\ninput_files: null.c\nproperties:\n  - property_file: properties/valid-memsafety.prp\n    expected_verdict: false\n    subproperty: valid-free\n' >tasks/null.yml
verdict 'false(valid-deref)' tasks/null.yml
said '^EXPECTED: false\(valid-free\) \(NOT MET'
refuse 64 'narrow\.yml is for a 32-bit machine \(data_model\); 64 bits on the command line' --64 tasks/narrow.yml
refuse 64 'narrow\.yml names the files of its program itself; tasks/half\.c cannot' tasks/narrow.yml tasks/half.c
refuse 64 'two task definitions' tasks/narrow.yml tasks/wide.yml
refuse 64 'would write over a file that is read' tasks/wide.yml --json tasks/wide.yml

malformed() { # REGEX TEXT
  printf -- "$2" >tasks/bad.yml
  refuse 65 "$1" tasks/bad.yml
}
head='format_version: "2.0"\ninput_files: half.c\n'
malformed 'bad\.yml:1:1: the file is empty' ''
malformed 'bad\.yml:3:1: ' 'format_version: "2.0"\ninput_files: [half.c\n'
malformed 'bad\.yml:1:1: not a task definition' '- a\n- b\n'
malformed 'bad\.yml:1:1: format_version is missing' 'input_files: half.c\n'
malformed 'bad\.yml:1:17: the format of task definitions is "1.0" or "2.0" here, not 3.0' 'format_version: "3.0"\ninput_files: half.c\n'
malformed 'bad\.yml:1:1: there are no input_files' 'format_version: "2.0"\n'
malformed 'bad\.yml:2:14: the input file none\.c is not there' 'format_version: "2.0"\ninput_files: none.c\n'
malformed 'bad\.yml:3:5: the name of an input file' 'format_version: "2.0"\ninput_files:\n  - {a: b}\n'
malformed 'bad\.yml:3:23: the data model is ILP32 or LP64' "${head}options: {data_model: LLP64}\n"
malformed 'bad\.yml:3:21: the language Java: clew reads C' "${head}options: {language: Java}\n"
malformed 'bad\.yml:5:23: expected_verdict is true or false' "${head}properties:\n  - property_file: p\n    expected_verdict: maybe\n"
malformed 'bad\.yml:4:5: a property has a property_file' "${head}properties:\n  - expected_verdict: true\n"
malformed 'bad\.yml:3:13: properties is a list' "${head}properties: all\n"
malformed 'bad\.yml:5:18: a subproperty says what' "${head}properties:\n  - property_file: p\n    subproperty: valid-deref\n"
malformed 'bad\.yml:4:5: the property file gone\.prp is not there' "${head}properties:\n  - property_file: gone.prp\n"
malformed 'bad\.yml:3:1: this key stands here twice' "${head}input_files: long.c\n"

# Broken at random: refused, or still a task; never a crash.
cat >mutate.py <<'P'
import random, subprocess, sys
source, broken, seed, times = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
whole, dice, bad = open(source, "rb").read(), random.Random(seed), 0
for i in range(times):
    data = bytearray(whole)
    for _ in range(dice.randrange(1, 4)):
        at = dice.randrange(len(data))
        kind = dice.randrange(4)
        if kind == 0: del data[at:at + dice.randrange(1, 9)]
        elif kind == 1: data[at:at] = dice.choice([b"[", b"{", b'"', b"\\", b"\n", b"\0", b"- ", b": ", b"&a ", b"*a", b"'", b"\xff", b"}"])
        elif kind == 2: data[at] = dice.randrange(256)
        else: data = data[:max(1, at)]
        if not data: data = bytearray(b"x")
    open(broken, "wb").write(data)
    run = subprocess.run(["clew", "cfa"] + sys.argv[5:], capture_output=True)
    if run.returncode not in (0, 64, 65):
        bad = 1
        print("    broken:", run.returncode, run.stderr[-300:])
        open(broken + f".{i}", "wb").write(data)
sys.exit(bad)
P
times=60
[ -z "$CLEW_REDUCED" ] || times=25
cp tasks/narrow.yml .
python3 mutate.py narrow.yml tasks/bad.yml 1 $times tasks/bad.yml
judge 'broken task definitions'

# --- a CMake project -----------------------------------------------------------------------------------------------------
mkdir -p project/src project/lib project/test
cat >project/CMakeLists.txt <<'C'
cmake_minimum_required(VERSION 3.18)
project(demo C)
add_library(steps STATIC lib/steps.c)
target_include_directories(steps PUBLIC lib)
target_compile_definitions(steps PRIVATE STEP=2 "NAME=\"a b\"")
add_executable(app src/main.c src/parse.c)
target_link_libraries(app steps)
target_compile_definitions(app PRIVATE LIMIT=10)
add_executable(checks test/checks.c)
target_link_libraries(checks steps)
C
cat >project/lib/steps.h <<'C'
int step(int x);
extern int counter;
C
cat >project/lib/steps.c <<'C'
#include "steps.h"
int counter;
int step(int x) {
  counter++;
  return x + STEP + (sizeof NAME == 4 ? 0 : 100);
}
C
cat >project/src/parse.c <<'C'
#include "steps.h"
#include <stdio.h>
int parse(int x) {
  if (x < 0 || x > LIMIT) return -1;
  printf("%d\n", x);
  return step(x);
}
C
cat >project/src/main.c <<'C'
#include "steps.h"
#include <assert.h>
#include <stdio.h>
#ifndef SLACK
#define SLACK 2
#endif
int parse(int x);
int main(void) {
  int c = getchar(), result = parse(c == EOF ? 0 : c - '0');
  assert(result <= LIMIT + SLACK);
  assert(counter <= 1);
  return 0;
}
C
cat >project/test/checks.c <<'C'
#include "steps.h"
int parse(int x) { return x; } // a stub
int main(void) { return step(parse(1)) != 3; }
C
generator='Unix Makefiles'
! command -v ninja >/dev/null || generator=Ninja
cmake -S project -B build -G "$generator" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >cmake.log 2>&1
judge 'cmake'
verdict true -p build project/src/main.c
[ ! -s err ] && ! grep -q warning out
judge 'nothing is missing'
verdict 'false(unreach-call)' -p build/compile_commands.json project/src/main.c -DSLACK=1 -pthread -pedantic
verdict 'false(unreach-call)' --compile-commands build --check assert,overflow -DSLACK=1 project/src/main.c --harness harness.c
said 'copy of the program that it needs in harness\.bc'
${CLANG:-clang-19} -Wno-everything harness.bc harness.c -o failing && ! ./failing >/dev/null 2>&1
judge 'the harness of a project'
verdict true -p build --entry main project/src/parse.c # main of the same target
refuse 65 'compile_commands\.json: `main` is defined in .*main\.c and in .*checks\.c; name the file' -p build project/lib/steps.c
verdict true -p build --entry parse project/test/checks.c project/src/main.c # two programs
verdict true -p build --check memory project/test/checks.c
run verify -p build project/src/main.c --certificate main.cert
run check -p build project/src/main.c main.cert
[ "$(tail -n 1 out)" = 'RESULT: true' ]
judge 'check takes compilation databases'

# --- compilation databases -----------------------------------------------------------------------------------------------
mkdir -p db/deep/x
database() { cat >db/compile_commands.json; }
cat >db/one.c <<'C'
extern void reach_error(void);
int two(void), hidden(void);
extern int shared;
static int three(void) { return 3; }
int main(void) {
  const char text[] = TEXT;
  if (WRONG || two() + three() + hidden() + shared != 20 || sizeof text != sizeof "a 'b' \"c\" \\ $d" || text[5] != ' ') reach_error();
  return 0;
}
C
echo 'static int three(void) { return 30; } int two(void) { return TWO + (three() - 30); }' >db/deep/two.c
printf '#define MAKE(name) int name(void) { return 5; }\n#include "values.h"\nMAKE(VALUE_NAME)\nint shared = 10;\n' >db/deep/hidden.c
echo '#define VALUE_NAME hidden' >db/deep/x/values.h
echo 'int main(void) { return two( 1 }' >db/deep/broken.c
echo '-DTWO=2 "-DUNUSED=a b"' >db/deep/flags.rsp
good_database() {
  database <<'J'
[
  {"directory": ".", "file": "one.c", "output": "one.o",
   "command": "ccache cc -Wall -O2 -DWRONG=0 '-DTEXT=\"a '\\''b'\\'' \\\"c\\\" \\\\ $d\"' -c one.c -o one.o"},
  {"directory": "deep", "file": "two.c", "arguments": ["cc", "@flags.rsp", "-o", "two.o", "-c", "two.c"]},
  {"directory": "deep", "file": "../deep/hidden.c", "arguments": ["gcc", "-Ix", "-std=c99", "-c", "hidden.c"]},
  {"directory": "deep", "file": "broken.c", "arguments": ["gcc", "-c", "broken.c"]},
  {"directory": "deep", "file": "gone.c", "arguments": ["gcc", "-c", "gone.c"]},
  {"directory": "deep", "file": "other.cpp", "arguments": ["g++", "-fno-rtti-at-all", "-c", "other.cpp"]}
]
J
}
good_database
cp db/compile_commands.json good.json
verdict true -p db db/one.c # found: by its text, behind a macro, a variable; static functions stay apart
[ ! -s err ]
judge 'no message'
verdict 'false(unreach-call)' -p db db/one.c -UWRONG -DWRONG=1 # the command line comes last
echo 'int shared = 10;' >db/second.c
python3 - <<'P'
import json
d = json.load(open("good.json"))
d.append({"directory": ".", "file": "second.c", "arguments": ["cc", "-c", "second.c"]})
json.dump(d, open("db/compile_commands.json", "w"))
d[1]["arguments"].insert(1, "-ffast-math")
json.dump(d, open("db/fast.json", "w"))
d[0]["command"] += " -fbeautiful"
json.dump(d, open("db/beautiful.json", "w"))
d = json.load(open("good.json"))
d[0]["command"] += " -m32"
for e in d[1:4]: e["arguments"].append("-m32")
json.dump(d, open("db/narrow.json", "w"))
P
# hidden.c is linked for its function, so that it has the variable, too.
verdict true -p db db/one.c
verdict 'false(unreach-call)' -p db/fast.json db/one.c
said '`two` may be defined in two\.c, which could not be read: the compiler flag -ffast-math is refused'
refuse 65 'beautiful\.json: db/one\.c.*unknown compiler flag -fbeautiful' -p db/beautiful.json db/one.c
verdict true -p db/narrow.json db/one.c --json result.json
grep -q '"bits": 32' result.json
judge 'the data model of the database'
echo 'int two(void); int main(void) { if (two() != 2) reach_error(); return 0; }' >db/new.c
verdict true -p good.json -p db db/new.c
said 'note: db/new\.c is not in db/compile_commands\.json; only the flags of the command line'
echo 'int two(void) { return 2; }' >db/deep/rival.c
printf '[{"directory": "deep", "file": "two.c", "command": "cc -DTWO=2 -c two.c"}, {"directory": "deep", "file": "rival.c", "command": "cc -c rival.c"}]' | database
refuse 65 '`two` is defined in two\.c and in rival\.c; name the file' -p db db/new.c
verdict true -p db db/new.c db/deep/rival.c
# Only what the entry function can use is looked for: what another function of a linked file lacks is not, and no file is
# read for it.
mkdir -p wide
cat >wide/main.c <<'C'
extern void reach_error(void);
int used(int x);
static int late;
int register_late(void);
__attribute__((constructor)) static void before(void) { late = register_late(); }
int main(void) { if (used(41) != 42 || late != 7) reach_error(); return 0; }
C
printf 'int far(int x);\nextern int elsewhere, table_of[];\nint used(int x) { return x + 1; }\nint unused(int x) { return far(x) + elsewhere; }\n' >wide/lib.c
echo 'int far(int x) { return x + ; } int elsewhere = 1;' >wide/far.c
printf 'int seven(void);\nint (*const table[])(void) = {seven};\nint register_late(void) { return table[0](); }\n' >wide/late.c
echo 'int seven(void) { return 7; }' >wide/seven.c
for f in main lib far late seven; do printf '{"directory": ".", "file": "%s.c", "command": "cc -c %s.c"}\n' $f $f; done | paste -sd, | sed 's/.*/[&]/' >wide/compile_commands.json
verdict true -p wide wide/main.c # through a constructor and a table, too
[ ! -s err ] && ! grep -q 'warning\|far' out
judge 'what is not used is not looked for'
verdict 'unknown(nothing-to-check)' -p wide --entry unused wide/lib.c
said '`far` may be defined in far\.c, which could not be read'

# A file that is compiled in two ways.
mkdir -p ways/debug ways/release
printf 'extern void reach_error(void);\nint limit(void);\nint main(void) { if (limit() != LIMIT) reach_error(); return 0; }\n' >ways/main.c
echo 'int limit(void) { return LIMIT; }' >ways/limit.c
ways() { # NAME FLAG OUTPUT …
  local list=
  while [ $# -gt 0 ]; do
    list+="${list:+, }{\"directory\": \".\", \"file\": \"$1.c\", \"command\": \"cc $2 -c $1.c -o $3/$1.o\"}"
    shift 3
  done
  echo "[$list]" >ways/compile_commands.json
}
ways limit -DLIMIT=1 release limit -DLIMIT=2 debug main -DLIMIT=2 debug
verdict true -p ways ways/main.c # that of the same folder of objects
verdict true -p ways ways/limit.c ways/main.c
[ ! -s err ] && ! grep -q warning out
judge 'the entry that fits is taken'
ways limit -DLIMIT=1 release limit -DLIMIT=2 debug main -DLIMIT=2 other
verdict 'false(unreach-call)' -p ways ways/main.c
said 'warning: .*compile_commands\.json: limit\.c is compiled in several ways; the first was taken'
verdict 'false(unreach-call)' -p ways ways/main.c ways/limit.c
said 'clew verify: warning: .*ways/limit\.c is compiled in several ways; the first is taken, which is built for .*/ways/release'
ways limit -fbeautiful release limit -DLIMIT=2 debug main -DLIMIT=2 other
verdict true -p ways ways/main.c ways/limit.c # one that is refused does not count
ways limit -DLIMIT=2 release limit -DLIMIT=2 debug main -DLIMIT=2 other
verdict true -p ways ways/main.c ways/limit.c
[ ! -s err ] && ! grep -q warning out
judge 'two entries that say the same'

refuse 65 '-p nowhere: there is no such file' -p nowhere db/one.c
refuse 65 '-p project: there is no compile_commands\.json in it; .*CMAKE_EXPORT' -p project db/one.c
bad_database() { # REGEX TEXT
  printf '%s' "$2" | database
  refuse 65 "$1" -p db db/one.c
}
bad_database 'compile_commands\.json:1:1: not JSON' ''
bad_database 'compile_commands\.json:1:25: not JSON' '[{"directory": "." "file"'
bad_database 'a list is expected' '{}'
bad_database 'entry 1: an object is expected' '[3]'
bad_database 'entry 1: "file" \(a string\) is missing' '[{"directory": ".", "command": "cc"}]'
bad_database 'entry 1: "directory" \(a string\) is missing' '[{"file": "one.c", "command": "cc"}]'
bad_database 'entry 1: "command" \(a string\) or "arguments"' '[{"file": "one.c", "directory": "."}]'
bad_database 'entry 1: "arguments" is a list of strings' '[{"file": "one.c", "directory": ".", "arguments": ["cc", 1]}]'
bad_database "entry 1: a quote in its \"command\" is not closed" "[{\"file\": \"one.c\", \"directory\": \".\", \"command\": \"cc 'x -c one.c\"}]"
python3 mutate.py good.json db/compile_commands.json 2 $times -p db db/one.c
judge 'broken compilation databases'

# --- a Makefile project with `clew cc` -----------------------------------------------------------------------------------
mkdir make
cp project/src/*.c project/lib/* make
cat >make/Makefile <<'M'
CFLAGS = -O2 -Wall -MMD -DLIMIT=10 '-DNAME="a b"' -DSTEP=2
app: main.o parse.o libsteps.a
	$(CC) $(LDFLAGS) -o $@ main.o parse.o -L. -lsteps
libsteps.a: steps.o
	$(AR) rcs $@ $^
clean:
	rm -f *.o *.a *.d app
M
build() {
  make -s -C make clean
  make -s -C make CC='clew cc' "$@" >out 2>err
  status=$?
  [ $status = 0 ] && [ ! -s err ]
  judge "make $*"
}
build
[ -s make/main.d ] && [ "$(echo 3 | make/app)" = 3 ]
judge 'the program is what it would be'
verdict true make/app
! grep -q warning out
judge 'nothing is missing'
verdict true make/app --check overflow
verdict true make/main.o make/parse.o make/libsteps.a
strip make/app
verdict true ./make/app --check memory
build CFLAGS="-O1 -DLIMIT=10 '-DNAME=\"a b\"' -DSTEP=2 -DSLACK=1 -flto -ffunction-sections" LDFLAGS='-Wl,--gc-sections'
verdict 'false(unreach-call)' make/app --harness harness.c
said 'main\.c:10 +assert|assert\(result'
${CLANG:-clang-19} -Wno-everything harness.bc harness.c -o failing && ! ./failing >/dev/null 2>&1
judge 'the harness of a program'
verdict 'false(unreach-call)' make/app --check assert,overflow

cd make || exit 1
cp steps.c overflowing.c
flags="-DLIMIT=10 -DNAME=\"abc\" -DSTEP=2147483647"
CLEW_CC=${CLANG:-clang-19} clew cc $flags -g main.c parse.c overflowing.c -o over 2>../err
judge 'several files in one command, another compiler'
cd ..
verdict 'false(no-overflow)' make/over --check overflow
said 'steps\.c|overflowing\.c'
cd make || exit 1
clew cc $flags -shared -fPIC parse.c steps.c -o libparse.so
clew cc $flags -c parse.c steps.c
cc $flags -c steps.c -o machine.o
ar rc machine.a machine.o
ar rc mixed.a machine.o parse.o
clew cc $flags main.c parse.o machine.o -o partial
clew cc $flags main.c parse.o machine.a -o with_archive
printf '.globl step\nstep: ret\n.bss\n.globl counter\ncounter: .long 0\n.section .note.GNU-stack,"",@progbits\n' >steps.s
clew cc $flags main.c parse.o steps.s -o assembled
clew cc $flags main.c parse.o steps.o -Wl,--defsym=x=main -o defined
clew cc $flags -ffast-math -c steps.c -o fast.o
cd ..
verdict 'unknown(nothing-to-check)' --entry parse make/libparse.so
verdict 'false(unreach-call)' make/partial
said 'warning: make/partial: there is no bitcode of machine\.o in it: only machine code; its functions have no body'
verdict 'false(unreach-call)' make/with_archive
said 'there is no bitcode of machine\.a in it'
verdict 'false(unreach-call)' make/assembled
said 'there is no bitcode of steps\.s in it: it is no C file'
refuse 65 'make/defined: it is linked in a way that clew does not follow: .*-Wl,--defsym=x=main is refused' make/defined
verdict 'unknown(nothing-to-check)' --entry parse make/mixed.a
said 'make/mixed\.a: there is no bitcode of machine\.o in it'
run cfa --entry step make/fast.o
[ $status = 65 ] && grep -q "nothing in it defines \`step\`" err
judge 'a file without bitcode'
grep -q 'warning: make/fast\.o: there is no bitcode of steps\.c in it: the compiler flag -ffast-math is refused' err
judge 'and why there is none'
printf 'int main(void) { int k = 1; int inner(int x) { return x + k; } return inner(2); }\n' >make/nested.c
if cc -c make/nested.c -o make/nested.o 2>/dev/null; then # gcc's own functions in functions
  (cd make && clew cc -c nested.c -o nested.o && clew cc nested.o -o nested)
  refuse 65 'nothing in it defines `main`' make/nested
  grep -q 'warning: make/nested: there is no bitcode of nested\.c in it: .*clang accepts: function definition is not allowed here' err
  judge 'what clang does not compile'
fi
refuse 65 'machine\.o: there is no LLVM bitcode in it, only machine code' make/machine.o
cc -o make/plain -x c - <<<'int main(void) { return 0; }'
refuse 65 "plain: there is no LLVM bitcode in it, only machine code; .*make CC='clew cc'" make/plain

# The compiler's own messages and statuses; what is no compilation goes through.
echo 'int main(void) { return 0 }' >make/wrong.c
for compiler in cc 'clew cc'; do
  $compiler -c make/wrong.c -o make/wrong.o >out 2>"err.${compiler%% *}"
  echo $? >>"err.${compiler%% *}"
done
cmp -s err.cc err.clew
judge 'messages and status of the compiler'
for arguments in --version '-E make/steps.c -DSTEP=1' '-M make/steps.c' '-dumpmachine' '-print-file-name=x' '-S -o - make/steps.s' ''; do
  cc $arguments >out.cc 2>err.cc
  a=$?
  clew cc $arguments >out.clew 2>err.clew
  [ $? = $a ] && cmp -s out.cc out.clew && cmp -s err.cc err.clew
  judge "clew cc $arguments"
done
cat >configure <<'S' # as configure scripts ask
set -e
cat >conftest.c <<C
#include <math.h>
int main(int argc, char **argv) { return sin(argc) > 2; }
C
$CC -o conftest conftest.c -lm 2>conftest.err && ./conftest && test ! -s conftest.err
echo 'int main(void) { return no_such_function_anywhere(); }' >conftest.c
! $CC -o conftest2 conftest.c 2>/dev/null
$CC -c -o /dev/null conftest.c 2>/dev/null
echo 'int x[sizeof(long) - 7];' | $CC -c -x c - -o conftest.o
rm -f conftest.o && $CC -c conftest.c 2>/dev/null && test -f conftest.o
S
CC='clew cc' sh configure >out 2>err
judge 'what configure asks'
CLEW_OBJCOPY=false clew cc -c make/steps.c -DSTEP=1 -DNAME='"a"' -o made.o 2>err && grep -q 'warning: false could not add' err && [ -s made.o ]
judge 'nothing of clew fails a build'
CLEW_CC=no-such-compiler clew cc -c make/steps.c 2>err
[ $? = 127 ] && grep -q 'cannot run no-such-compiler' err
judge 'a compiler that is not there'

# A damaged section is refused, whatever is damaged.
clew cc -DSTEP=1 '-DNAME="abc"' -c make/steps.c -o whole.o
cat >damage.py <<'P'
import random, subprocess, sys
whole = open("whole.o", "rb").read()
begin = whole.index(b"\x7fCLEW1\n")
dice, bad = random.Random(3), 0
for i in range(int(sys.argv[1])):
    data = bytearray(whole)
    record = begin if i % 2 else whole.index(b"\x7fCLEW1\n", begin + 1)
    for _ in range(dice.randrange(1, 3)): data[record + dice.randrange(40)] = dice.choice([0, 1, 127, 255, dice.randrange(256)])
    open("damaged.o", "wb").write(data)
    for check in ("assert", "overflow"):
        run = subprocess.run(["clew", "cfa", "--entry", "step", "damaged.o", "--check", check], capture_output=True)
        if run.returncode not in (0, 65):
            bad = 1
            print("    damaged:", run.returncode, run.stderr[-300:])
sys.exit(bad)
P
python3 damage.py $((times / 3))
judge 'damaged sections'
[ -z "$(ls -A tmp)" ]
judge 'no temporary files are left'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
