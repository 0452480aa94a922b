#!/bin/bash
# `clew tests` and `clew replay`: suites for programs whose branch coverage is known, their files, the replay of each test. tests/suites.sh CLEW
clew=$(realpath "$1") || exit 1
. "$(dirname "$0")/commands.sh"

# json FILE EXPRESSION: a Python expression about the document d holds.
json() { python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); sys.exit(not eval(sys.argv[2]))' "$1" "$2"; }

# suite NAME COVERED INFEASIBLE TOTAL [OPTION]...: the suite of NAME.c has exactly this coverage, and its tests replayed one by one cover the same.
suite() {
  local name=$1 covered=$2 infeasible=$3 total=$4
  shift 4
  run 0 tests "$name.c" --timeout 20 --output "$name.suite" --json "$name.json" "$@"
  check "$name: coverage" json "$name.json" "d['branches'] == {'total': $total, 'covered': $covered, 'infeasible': $infeasible}"
  check "$name: a file for each test" json "$name.json" "sorted(t['file'] for t in d['tests']) == sorted(
    __import__('os').path.basename(f) for f in __import__('glob').glob('$name.suite/test-*.xml'))"
  check "$name: what was replayed covers the same" replayed "$name" "$@"
}

replayed() {
  local name=$1 file
  shift
  for file in "$name.suite"/test-*.xml "$name.suite"/c/test-*.c; do
    "$clew" replay "$file" "$name.c" --json "$file.json" "$@" >replay.out
    case $? in 0) grep -q '^No error was reached' replay.out || return 1 ;; 1) grep -qx 'RESULT: false(unreach-call)' replay.out || return 1 ;; *) return 1 ;; esac
  done
  python3 - "$name" <<'END'
import glob, json, sys
suite = json.load(open(sys.argv[1] + ".json"))
for kind in (".suite/test-*.xml.json", ".suite/c/test-*.c.json"):
    covered = set()
    for file in glob.glob(sys.argv[1] + kind):
        run = json.load(open(file))
        covered |= {i for i, g in enumerate(run["goals"]) if g["state"] == "covered"}
    assert covered == {i for i, g in enumerate(suite["goals"]) if g["state"] == "covered"}, (kind, covered)
END
}

head='extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void); extern unsigned long long __VERIFIER_nondet_ulonglong(void); void reach_error(void) {}'

# Conditions with magic numbers, one in the other, and a side that cannot be taken.
cat >nested.c <<END
$head
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 1000) {
    if (x * 7 == 123459 * 7 && y == x - 5) reach_error();
    if (x < 5) return 3;
  }
  return 0;
}
END
suite nested 7 1 8
check 'nested: the infeasible side is named' json nested.json '[(g["line"], g["side"]) for g in d["goals"] if g["state"] == "infeasible"] == [(7, "true")]'
check 'nested: a test covers the error' json nested.json 'd["error"] == "covered" and sum(t["covers_error"] for t in d["tests"]) == 1'
check 'nested: and says so' [ "$(grep -l '<testcase coversError="true">' nested.suite/*.xml | wc -l)" -eq 1 ]
check 'nested: variables are named' grep -q '<input variable="x" type="int">123459</input>' nested.suite/*.xml
check 'nested: lines' json nested.json 'd["lines"]["covered"] == d["lines"]["total"] - 0 or [l["line"] for l in d["uncovered_lines"]] == [7]'

cat >switch.c <<END
$head
int f(int x) { switch (x) { case 1: return 5; case 77: return 6; case 1000: case 1001: return 7; default: return 0; } }
int main(void) { return f(__VERIFIER_nondet_int()) > 100; }
END
suite switch 4 0 4

# A loop with a symbolic bound does not starve what comes after it.
cat >loop.c <<END
$head
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar(), s = 0;
  for (unsigned i = 0; i < n; i++) s += i;
  if (s == 45) return 1;
  while (__VERIFIER_nondet_int() != 0) s++;
  return s == 46 ? __VERIFIER_nondet_int() == 17 && __VERIFIER_nondet_int() == 4711 ? 4 : 5 : 6;
}
END
suite loop 10 0 10

cat >floats.c <<END
$head
int main(void) {
  double d = __VERIFIER_nondet_double();
  float f = __VERIFIER_nondet_float();
  if (d > 0.1 && d < 0.1000001) return f == 1.5f;
  if (f != f) return 2;
  return 0;
}
END
suite floats 6 0 6

# A word, byte by byte.
cat >text.c <<END
$head
int main(void) {
  unsigned char text[6];
  for (int i = 0; i < 6; i++) text[i] = __VERIFIER_nondet_uchar();
  if (text[0] == 'c' && text[1] == 'l' && text[2] == 'e' && text[3] == 'w' && text[4] == 0) reach_error();
  if (__VERIFIER_nondet_ulonglong() == 0x123456789abcdefull) return 1;
  return 0;
}
END
suite text 14 0 14 --32

# Sides that need an invariant to be excluded; a function that nobody calls.
cat >excluded.c <<END
$head
int never(int x) { return x > 3 ? never(x - 1) : 0; }
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, s = 0;
  if (n < 0 || n > 100000) return 0;
  for (; i < n; i++) s += 2;
  if (s % 2) return 1;
  return 0;
}
END
suite excluded 7 3 10

# Sides are those of the condition as it is written, not of what clang branches on.
cat >sides.c <<END
extern int __VERIFIER_nondet_int(void);
int r;
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 0) x = 0;
  if (x > 9) return 2;
  if (!(x >= 0))
    return 1;
  while (!(x < 10))
    x++;
  if (!(x < 10) && y) r = 1;
  if (!(x < 10) || y) r = 2;
  if (!(x < 10 && y)) r = 3;
  if (!(y && x < 10)) r = 4;
  r = !(x < 10) ? 5 + y * r : 6 - r * y;
  r = !(x < 10) || y;
  r = !(x < 10) && y;
  if (!(x < 10)) r = 3; else r++;
  if (x < 10) ; else r = 9;
  do { x--; } while (!(x < 10));
  for (; !(x < 10);) x--;
  return 0;
}
END
run 0 tests sides.c --timeout 20 --json sides.json
check 'sides: of negated conditions' json sides.json '[(g["line"], g["column"], g["side"]) for g in d["goals"] if g["state"] == "infeasible"] == [
  (7, 7, "true"), (9, 3, "true"), (11, 17, "true"), (11, 7, "true"), (11, 7, "false"), (12, 17, "true"), (13, 16, "false"), (14, 7, "true"), (15, 7, "true"),
  (16, 17, "true"), (17, 17, "true"), (18, 7, "true"), (19, 7, "false"), (20, 13, "true"), (21, 3, "true")]'

# --- the files --------------------------------------------------------------------------------------------------------------------
cat >schema.py <<'END'
import glob, sys, xml.etree.ElementTree as tree
folder = sys.argv[1]
text = open(folder + "/metadata.xml").read()
assert "+//IDN sosy-lab.org//DTD test-format test-metadata 1.0//EN" in text
root = tree.fromstring(text)
assert root.tag == "test-metadata"
assert [e.tag for e in root] == ["sourcecodelang", "producer", "specification", "programfile", "programhash", "entryfunction", "architecture", "creationtime"]
assert root.find("programhash").text == __import__("hashlib").sha256(open(root.find("programfile").text, "rb").read()).hexdigest()
assert root.find("architecture").text == sys.argv[2]
for file in glob.glob(folder + "/test-*.xml"):
    case = tree.parse(file).getroot()
    assert case.tag == "testcase" and set(case.attrib) <= {"coversError"}
    assert all(i.tag == "input" and i.text and set(i.attrib) <= {"variable", "type"} for i in case)
END
for name in nested switch loop floats; do check "$name: the files" python3 schema.py $name.suite 64bit; done
check 'text: the files' python3 schema.py text.suite 32bit
SOURCE_DATE_EPOCH=0 "$clew" tests switch.c --timeout 20 --output dated >/dev/null
check 'the time can be set' grep -q '<creationtime>1970-01-01T00:00:00Z' dated/metadata.xml
check 'the tests in C run' make -s -C nested.suite/c check
check 'the error is seen in C' test "$(make -s -C nested.suite/c check | wc -l)" -eq "$(ls nested.suite/c/test-*.c | wc -l)"

# --- names of files ---------------------------------------------------------------------------------------------------------------
well_formed() { python3 -c 'import sys, xml.dom.minidom as m; [m.parse(f) for f in sys.argv[1:]]' "$@"; }
mkdir names
for name in '#a#.c' $'new\nline\n.c' -dash.c 'back\\#.c' $'lat\xe9.c' "q'\$(x)#.c"; do
  printf '%s\nint main(void) { if (__VERIFIER_nondet_int() == 77) return 7; return 0; }\n' "$head" >"names/$name"
  rm -rf names/suite
  (cd names && "$clew" tests --timeout 10 --output suite -- "$name" >out 2>err)
  check "a file named $name: the XML" well_formed names/suite/*.xml
  check "a file named $name: the tests in C" [ "$(timeout 60 make -s -C names/suite/c check 2>&1 | sed 's/.*status //' | sort | paste -sd' ')" = '0 7' ]
done

# --- inputs of the C library ------------------------------------------------------------------------------------------------------
# An executor gives the program what is in <input>, and nothing to the C library: what needs that is not said to be covered.
cat >library.c <<END
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
$head
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 4711) return 1;
  srand((unsigned)time(NULL));
  int r = rand();
  FILE *f = fopen("log.txt", "r");
  if (f) fclose(f);
  int y = __VERIFIER_nondet_int();
  if (r == 12345) return 2;
  if (y == 7777) reach_error();
  return 0;
}
END
run 0 tests library.c --timeout 20 --output library.suite --json library.json
check 'library: what is covered whatever it gives' json library.json 'd["branches"] == {"total": 8, "covered": 2, "infeasible": 0, "library": 6} and d["error"] == "library"'
check 'library: by goal' json library.json '{(g["line"] < 9, g["state"]) for g in d["goals"]} == {(True, "covered"), (False, "library")}'
check 'library: those of the program are inputs' json library.json 'all(len([i for i in t["inputs"] if not i.get("library")]) == open("library.suite/" + t["file"]).read().count("<input")
  for t in d["tests"]) and any(i.get("library") for t in d["tests"] for i in t["inputs"])'
check 'library: no test says that it reaches the error' bash -c '! grep -l coversError library.suite/*.xml'
check 'library: replay has the others' bash -c 'for t in library.suite/test-*.xml; do "$0" replay "$t" library.c --json "$t.json" >/dev/null || test $? = 1 || exit 1; done' "$clew"
check 'library: and covers everything' python3 -c 'import glob, json
assert all(any(json.load(open(f))["goals"][i]["state"] == "covered" for f in glob.glob("library.suite/*.xml.json")) for i in range(8))'
echo '<testcase><input>1</input><input>7777</input></testcase>' >other.xml
run 1 replay other.xml library.c # a test of another tool: the C library gets none of its inputs

# --- properties of Test-Comp ----------------------------------------------------------------------------------------------------------
echo 'COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )' >error.prp
echo 'COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )' >branches.prp
run 0 tests nested.c --timeout 20 --output e.suite --property error.prp --json e.json
check 'error: one test' json e.json 'len(d["tests"]) == 1 and d["tests"][0]["covers_error"] and d["error"] == "covered"'
check 'error: the specification' grep -q '@CALL(reach_error)' e.suite/metadata.xml
run 0 tests excluded.c --timeout 20 --output n.suite --property error.prp --json n.json
check 'no error: that is proved' json n.json 'd["error"] == "infeasible" and not d["tests"]'
run 0 tests switch.c --timeout 20 --output b.suite --property branches.prp --json b.json
check 'branches: all' json b.json 'd["branches"]["covered"] == 4'
run 2 verify switch.c --property branches.prp
check 'no property to verify' grep -qx 'RESULT: unknown(unsupported)' out

# --- files of others ---------------------------------------------------------------------------------------------------------------------
mkdir -p shared/c elsewhere
printf 'mine\n' >shared/notes.txt
run 0 tests nested.c --timeout 10 --output shared
check 'a folder with other files' [ "$(cat shared/notes.txt)" = mine -a -s shared/metadata.xml -a -s shared/c/Makefile ]
run 0 tests nested.c --timeout 10 --output shared
check 'again: the tests are replaced' [ "$(cat shared/notes.txt)" = mine -a -n "$(ls shared/test-*.xml)" ]
printf '// changed\n' >>shared/c/harness.c
run 65 tests nested.c --timeout 10 --output shared
check 'what was changed is not written over' grep -q '^// changed$' shared/c/harness.c
check 'and named' grep -q 'shared/c/harness.c: the file is there and was not made by clew' err
rm shared/c/harness.c
printf 'mine\n' >elsewhere/precious
ln -s ../../elsewhere/precious shared/c/harness.c
run 65 tests nested.c --timeout 10 --output shared
check 'a link is not followed' [ "$(cat elsewhere/precious)" = mine -a -L shared/c/harness.c ]
rm -rf shared/c
ln -s ../elsewhere shared/c
run 65 tests nested.c --timeout 10 --output shared
check 'nor is one for the folder of C files' [ "$(ls elsewhere)" = precious ]
rm -rf shared && mkdir shared
for name in test-7.xml metadata.xml; do
  printf 'mine\n' >shared/$name
  run 65 tests nested.c --timeout 10 --output shared
  check "$name of somebody else's stays" [ "$(cat shared/$name)" = mine ]
  rm shared/$name
done
printf 'mine\n' >shared/.clew-files
run 65 tests nested.c --timeout 10 --output shared
check "a list of somebody else's stays" [ "$(cat shared/.clew-files)" = mine ]
head -n 1 nested.suite/.clew-files >shared/.clew-files
printf '%s ../elsewhere/precious\n' "$(sha256sum elsewhere/precious | cut -d' ' -f1)" >>shared/.clew-files
run 0 tests nested.c --timeout 10 --output shared
check 'a list does not lead out of its folder' [ "$(cat elsewhere/precious)" = mine ]
program=$(ls nested.suite/c/test-*.c | head -n 1)
run 64 tests "$program" --timeout 5 --output nested.suite
check 'an input that clew made is not removed' [ -s "$program" ]
check 'it is said' grep -q "would remove $program" err

# --- tests of other tools -------------------------------------------------------------------------------------------------------------
cat >others.c <<END
$head
extern char __VERIFIER_nondet_char(void);
int main(void) {
  int x = __VERIFIER_nondet_int(); double d = __VERIFIER_nondet_double(); char c = __VERIFIER_nondet_char();
  if (x == -5 && d == 0.5 && c == 'A') reach_error();
  return 0;
}
END
replays() { # STATUS INPUTS [BEFORE]
  printf '%s<?xml version="1.0"?>\n<testcase>%s</testcase>\n' "$3" "$2" >others.xml
  run "$1" replay others.xml others.c
}
replays 1 '<input>-5</input><input>0.5</input><input>&#39;A&#39;</input>'
replays 1 "<input><![CDATA[-5]]></input><!-- x --><input>0x1p-1</input><input>'A'</input>"
replays 1 "<input> -<!-- five -->5 </input><input>5e-1</input><input>'&#x5c;101'</input>"
replays 1 '<input>4294967291</input><input>.5</input><input>65</input>' $'\xef\xbb\xbf'
replays 65 '<input>4294967296</input><input>0.5</input><input>65</input>'
check 'a number that does not fit is named' grep -q 'others.xml: input 1, 4294967296, is no value that __VERIFIER_nondet_int can return' err
replays 65 '<input>-5</input><input>0.5</input><input>321</input>'
replays 65 '<input>-5.5</input><input>0.5</input><input>65</input>'
replays 65 "<input>1$(printf '%040d' 0)</input>"
printf '<?xml version="1.0" encoding="UTF-16"?><testcase><input>-5</input></testcase>' >others.xml
run 65 replay others.xml others.c

# --- a harness of verify; Ctrl-C; what is wrong -------------------------------------------------------------------------------------
"$clew" verify nested.c --harness failing.c >/dev/null
run 1 replay failing.c nested.c
check 'a harness is replayed' grep -qx 'RESULT: false(unreach-call)' out
cat >endless.c <<END
$head
int main(void) { unsigned long long x = __VERIFIER_nondet_ulonglong(), y = __VERIFIER_nondet_ulonglong(), n = 0;
  while (x != 1 && n < y) { x = x % 2 ? 3 * x + 1 : x / 2; n++; }
  if (x > 1 && x * x * x + y * y * y == 42 * x * y + 77777777777ull) return 1;
  return 0; }
END
timeout -s INT 2 "$clew" tests endless.c --timeout 60 --output i.suite >out 2>&1
check 'Ctrl-C: the suite is there' test -s i.suite/metadata.xml -a -n "$(ls i.suite/test-*.xml)"
check 'Ctrl-C: and the report' grep -q '^branches ' out
run 64 tests nested.c
run 64 tests nested.c --output x --engine kind
run 64 replay nested.suite/metadata.xml
run 65 replay nested.suite/metadata.xml nested.c
check 'what is no test is refused' grep -q 'metadata.xml:3:1: not a test' err
echo '<testcase><input>12x</input></testcase>' >bad.xml
run 65 replay bad.xml nested.c
check 'a value that is none' grep -q 'bad.xml:1:11: not a value' err
echo '<testcase><input>12</testcase>' >bad.xml
run 65 replay bad.xml nested.c
# The tests in C of what takes flags that are relative to where clew is used, reads its standard input, or is compiled as a database says.
statuses() { timeout 60 make -s -C "$1/c" check 2>&1 | sed 's/.*status //' | sort | paste -sd' '; }
mkdir -p apart/inc apart/src apart/db/i 'apart/two words'
echo '#define LIMIT 77' >'apart/two words/limit.h'
cat >apart/src/reads.c <<'END'
#include <stdio.h>
#include "limit.h"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), c = getchar();
  if (c == 'Q') {
    int d = getchar();
    if (d == 'R' && x == LIMIT) reach_error();
    return 3;
  }
  if (c == EOF) return 4;
  return 0;
}
END
(cd apart && "$clew" tests src/reads.c '-Itwo words' --timeout 20 --output suite >out 2>err)
check 'relative flags and standard input: the tests in C end as they were found to' [ "$(statuses apart/suite </dev/zero | tr ' ' '\n' | sort -u | paste -sd' ')" = '0 1 3 4' ]
check 'the bytes of the error' [ "$(cat apart/suite/c/"$(basename "$(grep -l 'reaches the error' apart/suite/c/test-*.c)" .c)".in)" = QR ]
printf '#include <stdio.h>\nint main(void) { int n = 0; while (getchar() != EOF) n++; return n > 2; }\n' >apart/copies.c
run 0 tests apart/copies.c --timeout 6 --output apart/copies # bytes without end: that ends here
check 'bytes without end: the tests in C end' [ -n "$(statuses apart/copies </dev/zero)" ]
printf '#include <stdio.h>\nextern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint times(int);\n' >apart/db/main.c
printf 'int main(void) {\n  if (times(__VERIFIER_nondet_int()) == LIMIT) reach_error();\n  if (getchar() == 120) return 5;\n  return 0;\n}\n' >>apart/db/main.c
printf '#include "f.h"\nint times(int x) { return FACTOR * x; }\n' >apart/db/times.c
echo '#define FACTOR 3' >apart/db/i/f.h
echo '[{"directory": ".", "file": "main.c", "command": "cc -DLIMIT=42 -c main.c"}, {"directory": ".", "file": "times.c", "command": "cc -Ii -c times.c"}]' \
  >apart/db/compile_commands.json
run 0 tests -p apart/db apart/db/main.c --timeout 20 --output apart/database
check 'a database: the tests in C' [ "$(statuses apart/database </dev/zero | tr ' ' '\n' | sort -u | paste -sd' ')" = '0 1 5' ]
finish
