#!/bin/bash
# docs/adding-an-output.md: the example output, built into clew by its file and one line of the table. tests/output.sh CLEW-CSV
clew=$(realpath "$1") || exit 1
. "$(dirname "$0")/commands.sh"

cat >error.c <<'END'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3) assert(x != 17);
  return 0;
}
END

check "one file" [ "$(ls "$root/examples/output/csv")" = csv.c ]
run 0 help verify
check "it is explained" grep -q -- '^  --csv FILE  *write the checks as comma-separated values' out
run 1 verify --check assert --csv checks.csv error.c
check "the head" [ "$(head -n 1 checks.csv)" = "file,line,check,status" ]
check "the check" grep -qx '"error.c",5,"assertion","violated"' checks.csv
check "the text is there" [ "$(tail -n 1 out)" = "RESULT: false(unreach-call)" ]

# To standard output: the document alone.
run 1 verify --check assert --csv - error.c
check "the document" cmp -s checks.csv out
check "the text is on standard error" grep -q '^RESULT: false' err

# Several runs write one document.
cat >two.c <<'END'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 3) assert(x != 17);
  if (y > 3) assert(y != 18);
  return 0;
}
END
run 1 verify --check assert --all --csv - two.c
check "one head" [ "$(grep -c '^file,line' out)" = 1 ]
check "what all runs found" [ "$(grep -c '"violated"$' out)" = 2 ]

# The care that every output has.
run 64 verify --csv error.c error.c
check "an input is not written over" grep -q 'int main' error.c
run 64 verify --csv one --json one error.c
run 64 cfa --csv checks.csv error.c
check "cfa does not take it" grep -q -- '--csv' err

finish
