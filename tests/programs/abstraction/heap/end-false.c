// expect: false|unknown bits: 32
// Blocks that fill the heap to its end, and a local behind it: they do not overlap.
// undecided: kind bself bse cpa
// native: no
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
char *places[4];

static void deep(int depth) {
  char local[16];
  if (depth == 1) places[0] = local;
  if (depth) {
    deep(depth - 1);
    return;
  }
  int i = __VERIFIER_nondet_int();
  if (i != 3) return;
  uintptr_t a = (uintptr_t)places[i], b = (uintptr_t)places[0];
  if (a + 0x1FEF0000u <= b || a >= b + 16) reach_error();
}

int main(void) {
  places[1] = malloc(0x40000000);
  places[2] = malloc(0x40000000);
  places[3] = malloc(0x1FEF0000);
  deep(1);
  return 0;
}
