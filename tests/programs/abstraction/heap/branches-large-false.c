// expect: false bits: 32
// What other branches would allocate is more than there are addresses; the small block of this one lies apart all the same.
// undecided: kind bself bse cpa
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
char *blocks[2];

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 10) return 0;
  unsigned square = x * x; // never 2, 3, 6 or 7
  blocks[0] = malloc(0x500000);
  switch (square) {
  case 3: blocks[1] = malloc(0x3ff00000); break;
  case 2: blocks[1] = malloc(0x3ff00001); break;
  case 7: blocks[1] = malloc(0x3ff00002); break;
  case 6: blocks[1] = malloc(0x3ff00003); break;
  default: blocks[1] = malloc(16);
  }
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i != 0 || j != 1) return 0;
  blocks[i][0x100080] = 1;
  blocks[j][0] = 2;
  if (blocks[i][0x100080] == 1) reach_error();
  return 0;
}
