// expect: false|unknown bits: 32
// A function is called five times, and its blocks together take more than there are addresses; they are freed.
// undecided: kind bself bse cpa
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
char *blocks[3];

static char *get(int large) { return large ? malloc(0x40000000) : 0; }

int main(void) {
  int c = __VERIFIER_nondet_int();
  blocks[0] = get(1);
  blocks[1] = get(c);
  free(blocks[1]);
  blocks[1] = get(1);
  free(blocks[1]);
  blocks[1] = get(1);
  free(blocks[1]);
  blocks[1] = get(1);
  blocks[2] = malloc(16);
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i != 0 || j != 1 || !c) return 0;
  blocks[i][0x40] = 1;
  blocks[j][0] = 2;
  if (blocks[i][0x40] == 1) reach_error();
  return 0;
}
