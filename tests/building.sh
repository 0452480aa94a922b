#!/bin/bash
# Programs as they are built (docs/building.md): flags of the compiler among clew's options, object files and archives with bitcode in them.
# tests/building.sh CLEW
clew=$(realpath "$1") || exit 1
root=$(realpath "$(dirname "$0")/..")
clang=${CLANG:-clang-19}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$root/tests/asserts.sh"
passed=0 failed=0

run() {
  "$clew" "$@" >out 2>err </dev/null
  status=$?
}
judge() { # NAME: by the status of the command before
  if [ $? = 0 ]; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "FAILED: $1 (status $status)"
    head -n 5 err | sed 's/^/    /'
    tail -n 2 out | sed 's/^/    /'
  fi
}
verdict() { # RESULT ARGS...
  local result=$1
  shift
  run verify "$@"
  [ "$(tail -n 1 out)" = "RESULT: $result" ] && [ ! -s err ]
  judge "$result: $*"
}
refuse() { # STATUS REGEX ARGS...
  local want=$1 message=$2
  shift 2
  run verify "$@"
  [ "$status" = "$want" ] && grep -qE -- "$message" err && ! grep -q '^RESULT' out
  judge "refused with /$message/: $*"
}

# --- flags that change the meaning -------------------------------------------------------------------------------------
cat >meaning.c <<'C'
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
enum small { ONE, TWO };
struct mixed { char c; int i; };
int main(void) {
  char c = (char)__VERIFIER_nondet_uchar();
  (void)c;
  if (WRONG) reach_error();
  return 0;
}
C
# honoured FLAG CONDITION: it holds with the flag, and not without.
honoured() {
  verdict 'false(unreach-call)' "-DWRONG=$2" $1 meaning.c
  verdict 'true' meaning.c "-DWRONG=!($2)" $1
  verdict 'true' meaning.c "-DWRONG=$2"
}
honoured -funsigned-char '(char)-1 > 0'
honoured -fshort-enums 'sizeof(enum small) == 1'
honoured -fpack-struct 'sizeof(struct mixed) == 5'
honoured -m32 'sizeof(void *) == 4'
honoured -ffreestanding '__STDC_HOSTED__ == 0'
honoured -std=c99 '__STDC_VERSION__ == 199901L'
honoured -ansi 'sizeof("??/n") == 2'
honoured -trigraphs 'sizeof("??/n") == 2'
echo '#define LIMIT 7' >limit.h
mkdir -p headers
echo '#define LIMIT 8' >headers/limits_of_us.h
cat >include.c <<'C'
extern void reach_error(void);
#ifdef SEARCH
#include <limits_of_us.h>
#endif
int main(void) {
  if (LIMIT == 7) reach_error();
  return 0;
}
C
verdict 'false(unreach-call)' include.c -include limit.h
verdict 'false(unreach-call)' include.c -includelimit.h
verdict 'false(unreach-call)' include.c -imacros limit.h
for flag in '-isystem headers' '-isystemheaders' '-idirafter headers' '-Iheaders' '-I headers'; do
  verdict true include.c -DSEARCH $flag
done
verdict true -D LIMIT=7 include.c -U LIMIT -DLIMIT=6 # the last one counts
verdict 'false(unreach-call)' -DLIMIT=6 include.c -ULIMIT -DLIMIT=7
verdict true -DLIMIT=7 -ULIMIT -Wp,-DLIMIT=6 include.c
cat >response <<'C'
-DLIMIT=6 -O2
  "-DNAME=a b" -Wno-unused @more
C
echo '--timeout 30 -g' >more
verdict true @response include.c

# --- flags that do not, as a Makefile has them -------------------------------------------------------------------------
verdict true -DWRONG=0 -O2 -Wall -Wextra -Werror -Wno-unused -pedantic -g -ggdb3 -c meaning.c -o meaning.o -MD -MP -MF meaning.d -MT x \
  -pthread -pipe -fPIC -fno-strict-aliasing -fwrapv -fno-omit-frame-pointer -fstack-protector-strong -fsanitize=address,undefined -mtune=native \
  -Wl,--as-needed -L. -lm -l m -static -fvisibility=hidden --param max-inline-insns-single=5 -fno-builtin -fno-common -x c -w -s -fno-fast-math
[ ! -e meaning.o ] && [ ! -e meaning.d ]
judge 'nothing is written'
for command in cfa prune paths; do
  run $command -O2 meaning.c -DWRONG=0 -Wall -std=gnu11 -fno-common
  [ $status = 0 ] && [ ! -s err ]
  judge "$command takes the same flags"
done
run verify -std=c99 -DWRONG=0 -O2 meaning.c --certificate meaning.cert
for order in 'meaning.cert -O2 -std=c99 -DWRONG=0 meaning.c' '-DWRONG=0 meaning.c -Wall meaning.cert -std=c99'; do
  run check $order
  [ "$(tail -n 1 out)" = 'RESULT: true' ]
  judge "check $order"
done

# --- flags that are refused, and those that nobody knows ---------------------------------------------------------------
refuse 64 'flag -ffast-math is refused: .*IEEE 754' -DWRONG=0 meaning.c -ffast-math
refuse 64 'flag -Ofast is refused: .*-O3' -DWRONG=0 -Ofast meaning.c
refuse 64 'flag -fopenmp is refused: .*one thread' -fopenmp -DWRONG=0 meaning.c
refuse 64 'flag -Wl,--wrap=malloc is refused: calls go to other functions' -DWRONG=0 -Wl,--wrap=malloc meaning.c
refuse 64 'flag -std=c\+\+17 is refused: clew reads C' -std=c++17 -DWRONG=0 meaning.c
refuse 64 '-x c\+\+: clew reads C' -x c++ -DWRONG=0 meaning.c
refuse 64 'flag --target=aarch64-linux-gnu is refused: .*-m32' --target=aarch64-linux-gnu -DWRONG=0 meaning.c
refuse 64 '--64 and the compiler flag -m32 exclude' -m32 --64 -DWRONG=0 meaning.c
refuse 64 'flag -mno-sse2 is refused: .*x87' -mno-sse2 -DWRONG=0 meaning.c
refuse 64 'flag -march=i586 is refused: .*x87' -m32 -march=i586 -DWRONG=0 meaning.c
printf '__attribute__((target("no-sse2"))) int whole(float *x) { return *x == 1; }\nint main(void) { float x = 1; return whole(&x); }\n' >no_sse2.c
refuse 65 'whole is compiled for a processor without SSE2' no_sse2.c
printf '__attribute__((target("no-sse2"))) int whole(int *x) { return *x == 1; }\nextern void reach_error(void);\nint main(int argc, char **argv) { if (argc > 1 && whole(&argc)) reach_error(); }\n' >no_floats.c
verdict true no_floats.c
refuse 64 'unknown compiler flag -fbeautiful' -fbeautiful -DWRONG=0 meaning.c
refuse 64 'flag -include wants a value' meaning.c -include
echo '@self' >self
refuse 64 'nested too deeply' meaning.c @self
# Every line of the table has its effect: none is hidden behind one before it.
python3 - "$clew" "$root/src/run/request/compiler.def" <<'P'
import re, subprocess, sys
bad = 0
for line in open(sys.argv[2]):
    m = re.match(r'(HONOURED|IGNORED|REFUSED|OPTIMISATION)\("([^"]*)"(?:, (\w+))?(?:, "(.*)")?\)$', line)
    if not m: continue
    effect, flag, form, reason = m.groups()
    word = ["-f" + flag] if effect == "OPTIMISATION" else [flag + ("x" if form == "JOINED" and flag[-1] in "=-+" else "")]
    if form in ("NEXT", "EITHER"): word.append("1")
    said = subprocess.run([sys.argv[1], "cfa"] + word, capture_output=True, text=True).stderr
    hidden = effect == "OPTIMISATION" and "is refused" in said # -fno-… is ignored
    wanted = reason if effect == "REFUSED" else "no file given"
    if wanted not in said and not hidden:
        print("   ", line.strip(), "->", said.strip())
        bad = 1
sys.exit(bad)
P
status=$?
[ $status = 0 ]
judge 'the table of flags'

# --- object files ------------------------------------------------------------------------------------------------------
cat >library.c <<'C'
int twice(int x) { return 2 * x; }
C
cat >other.c <<'C'
int twice(int);
int four(int x) { return twice(twice(x)); }
C
echo 'int twice(int x) { return x; } int needless(void) { return 1; }' >needless.c # not wanted: twice is there already
cat >main.c <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int four(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (four(x) == ANSWER) reach_error();
  return 0;
}
C
$clang -g -flto -c library.c -o lto.o
$clang -g -fembed-bitcode -c library.c -o embedded.o
$clang -g -flto -ffat-lto-objects -c library.c -o fat.o
$clang -g -m32 -fembed-bitcode -c library.c -o narrow.o
$clang -g -c library.c -o machine.o
$clang -g -flto -c other.c -o other.o
$clang -g -flto -c needless.c -o needless.o
for object in lto.o embedded.o fat.o; do
  verdict 'false(unreach-call)' -DANSWER=8 main.c other.o $object
  verdict true $object other.c main.c -DANSWER=6
done
verdict 'false(unreach-call)' --32 -DANSWER=8 main.c other.c narrow.o
refuse 65 'narrow\.o: the module is for a 32-bit machine; give --32' -DANSWER=8 main.c other.c narrow.o
refuse 65 'machine\.o: there is no LLVM bitcode in it, only machine code; .*-flto' -DANSWER=8 main.c other.o machine.o
echo text >text.o
refuse 65 'other\.c: cannot be linked with the other files: .*multiply defined' -DANSWER=8 main.c other.c other.c
refuse 65 'text\.o: there is no LLVM bitcode in it: it is no object file' text.o
head -c 700 embedded.o >cut.o
refuse 65 'cut\.o: there is no LLVM bitcode' cut.o
# Broken ones are refused, whatever is broken in their tables.
python3 - "$clew" <<'P'
import random, subprocess, sys
whole = open("embedded.o", "rb").read()
table = int.from_bytes(whole[40:48], "little")  # of sections
dice, bad = random.Random(16), 0
for i in range(60):
    data = bytearray(whole)
    if i % 3 == 0:
        data = data[:dice.randrange(len(data))]
    else:
        for _ in range(3):
            at = dice.randrange(16, 64) if i % 3 == 1 else dice.randrange(table, len(data))
            data[at] = dice.choice([0, 1, 127, 255, dice.randrange(256)])
    open("broken.o", "wb").write(data)
    run = subprocess.run([sys.argv[1], "cfa", "--entry", "twice", "broken.o"], capture_output=True)
    if run.returncode not in (0, 65):
        bad = 1
        print("    a broken object file:", run.returncode, run.stderr)
sys.exit(bad)
P
status=$?
[ $status = 0 ]
judge 'broken object files'
ar=$(command -v llvm-ar-19 || command -v ar)
$ar rc library.a lto.o other.o needless.o 2>/dev/null
verdict 'false(unreach-call)' -DANSWER=8 main.c library.a
verdict true -DANSWER=6 library.a main.c
$ar rc machine.a machine.o
refuse 65 'machine\.a\(machine\.o\): there is no LLVM bitcode' -DANSWER=8 main.c machine.a
refuse 65 'library\.a: nothing in it defines `main`' library.a

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
