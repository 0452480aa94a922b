#!/bin/bash
# docs/adding-a-property.md: the example property, built into clew by its descriptor, its pass and its meaning in a run, a line in a table each.
# tests/fdiv.sh CLEW-FDIV
clew=$(realpath "$1") || exit 1
. "$(dirname "$0")/commands.sh"
clang=${CLANG:-clang-19}
last() { tail -n 1 out; }
json() { python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); sys.exit(not eval(sys.argv[2]))' "$1" "$2"; }

cat >false.c <<'END'
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= -1.0 && x <= 100.0)) return 0;
  double y = x - 3.0;
  double z = 1.0 / y;
  return z > 2.0;
}
END
sed 's/x - 3.0/x + 3.0/' false.c >true.c

# It has three files and a line in three tables; the descriptor is data.
check "three files" [ "$(ls "$root/examples/property/fdiv" | xargs)" = "meaning.c pass.c property.def" ]
lines=$(cat "$root"/examples/property/fdiv/* | wc -l)
check "$lines lines" [ "$lines" -le 120 ]
run 0 help verify
check "its word" grep -q -- '--check assert|overflow|ub|memory|leaks|fdiv$' out
check "its explanation" grep -q 'fdiv (floating-point division by zero), all or none' <(xargs -d '\n' <out | tr -s ' ')

# A violation, confirmed by a run of the program, in both data models and by another engine.
for bits in 32 64; do
  run 1 verify --$bits --check fdiv --json false.json --sarif false.sarif --witness false.yml --harness harness.c --report false.html false.c
  check "FALSE" [ "$(last)" = "RESULT: false(no-float-division-by-zero)" ]
  check "in words" grep -q '^A floating-point division by zero can be reached; it was seen in a run' out
  check "confirmed" grep -q '"result": "confirmed"' false.json
  check "its line" grep -q '^ *false.c:6 .*error: a floating-point division by zero' out
  run 0 verify --$bits --check fdiv --json true.json --witness true.yml true.c
  check "TRUE" [ "$(last)" = "RESULT: true" ]
  check "what was ruled out" grep -q '^No floating-point division by zero can be reached; the proof was checked' out
done
run 1 verify --engine symex --check fdiv false.c
run 0 verify --engine symex --check fdiv true.c

# JSON, SARIF and the page have its names; other results list it among what was not checked.
check "JSON" json false.json 'd["property"] == "no-float-division-by-zero" and d["properties"] == ["no-float-division-by-zero"]'
check "kinds" json true.json '[k["kind"] for k in d["kinds"]] == ["no-float-division-by-zero"]'
check "SARIF" json false.sarif \
  '[r["ruleId"] for r in d["runs"][0]["results"] if r["level"] == "error"] == ["clew/no-float-division-by-zero"] and "FloatDivisionByZero" in str(d["runs"][0]["tool"])'
check "the page" grep -q 'A floating-point division by zero can happen' false.html
run 0 verify --check overflow --json other.json true.c
check "not checked" json other.json '"no-float-division-by-zero" in d["properties_not_checked"]'
check "not checked, in words" grep -q '^Not checked: .*floating-point division by zero (--check all)' out

# --check all has it, and other properties keep their places.
run 1 verify --check all false.c
check "with all" [ "$(last)" = "RESULT: false(no-float-division-by-zero)" ]
run 0 verify --check all true.c
check "all" grep -q 'no-float-division\|floating-point division by zero can be reached' out

# A property file, and what a witness says.
echo 'CHECK( init(main()), LTL(G ! float-division-by-zero) )' >fdiv.prp
run 1 verify --property fdiv.prp false.c
run 0 verify --property fdiv.prp true.c
check "the witness names it" grep -qF 'LTL(G ! float-division-by-zero)' false.yml
run 0 check --64 --check fdiv true.yml true.c
run 1 check --64 --property fdiv.prp false.yml false.c
run 2 check --64 --check overflow false.yml false.c
check "of another property" grep -q 'it is for another property' out

# An invariant that does not hold is refused: the descriptor says what violates the property.
cat >loop.c <<'END'
int main(void) {
  double sum = 0;
  int i = 1;
  while (i < 5) {
    sum += 1.0 / i;
    i++;
  }
  return sum > 2.0;
}
END
run 0 verify --check fdiv --witness loop.yml loop.c
for condition in 'i >= 1' 'i >= 2'; do
  python3 - "$condition" <<'END' >invariant.yml
import re, sys
text = open("loop.yml").read().split("  content:")[0]
print(text + f"""  content:
    - invariant:
        type: "loop_invariant"
        location:
          file_name: "loop.c"
          line: 4
          column: 3
          function: "main"
        value: "{sys.argv[1]}"
        format: "c_expression"
""")
END
  [ "$condition" = 'i >= 1' ] && run 0 check --check fdiv invariant.yml loop.c || run 2 check --check fdiv invariant.yml loop.c
done
check "refused" grep -q 'the invariant at loop.c:4 does not hold' out

# An automaton keeps the property of its errors.
"$clew" cfa --check fdiv false.c >false.cfa
check "the automaton" grep -q 'no-float-division-by-zero' false.cfa
run 1 verify false.cfa --no-check
check "of an automaton" [ "$(last)" = "RESULT: false(no-float-division-by-zero)" ]

# The command in the harness runs the program into the same error, which clang's sanitizer sees.
command=$(sed -n "s|^//   \($clang .*\)|\1|p" harness.c | head -n 1)
check "the command" grep -q -- '-fsanitize=float-divide-by-zero' <<<"$command"
bash -c "$command" 2>>err
check "seen by the sanitizer" grep -q 'division by zero' <(./failing 2>&1)

# Vectors by their elements, complex divisors by both parts, and what is not decided by the text.
cat >vector.c <<'END'
typedef float v4 __attribute__((vector_size(16)));
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 0.0f)) return 0;
  v4 a = {1, 2, 3, 4}, b = {1, 2, x, 4};
  v4 c = a / b;
  return c[0] > 2.0f;
}
END
run 1 verify --check fdiv vector.c
sed 's/x >= 0/x > 0/' vector.c >vector-true.c
run 0 verify --check fdiv vector-true.c
cat >complex.c <<'END'
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= 0.0 && x <= 1.0)) return 0;
  double _Complex a = 1.0, b = 0.0;
  __real__ b = x;
  __imag__ b = PART;
  double _Complex c = a / b;
  return __real__ c > 2.0;
}
END
run 1 verify --check fdiv -DPART=0.0 complex.c
run 0 verify --check fdiv -DPART=2.0 complex.c
finish
