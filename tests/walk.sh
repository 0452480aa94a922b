#!/bin/bash
# docs/adding-an-engine.md: the example engine, built into clew by its folder and one line of the table. tests/walk.sh CLEW-WALK
clew=$(realpath "$1") || exit 1
. "$(dirname "$0")/commands.sh"

cat >error.c <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 10)
    if (y == x + 3) reach_error();
  return 0;
}
END
sed 's/y == x + 3/x < 5/' error.c >safe.c

lines=$(wc -l <"$root/examples/engine/walk/walk.c")
check "$lines lines" [ "$lines" -le 150 ]

run 0 engines
check "it is listed" grep -q '^walk  *random walks' out
run 0 help walk
check "it is explained" grep -q '^random walks' out
check "with its option" grep -q -- '^  --walks N  ' out
run 0 help verify --all
check "its option has its name above it" grep -q -A1 '^options of the engine walk:$' out
check "its option" grep -q -- '^  --walks N  .*(default: 1000)' out

# An error, confirmed by a run of the program.
run 1 verify --engine walk --stats --json error.json error.c
check "FALSE" [ "$(tail -n 1 out)" = "RESULT: false(unreach-call)" ]
check "confirmed" grep -q '"result": "confirmed"' error.json
check "walked" grep -q '^  walks  *[1-9]' out

# Nothing is proved.
run 2 verify --engine walk safe.c
check "UNKNOWN" [ "$(tail -n 1 out)" = "RESULT: unknown(depth)" ]
run 2 verify --engine walk --walks 3 --stats safe.c
check "three walks" grep -q '^  walks  *3 ' out

# Others do not have the option, and say who has.
run 64 verify --engine symex --walks 3 safe.c
check "a hint" grep -q -- '--walks is an option of walk; symex does not have it' err
run 64 verify --engine walk --walks much safe.c

finish
