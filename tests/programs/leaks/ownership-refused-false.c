// expect: false bits: both
// a full table refuses the block, and the caller forgets it
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *table[2];
static int count;
static int keep(char *p) {
  if (count == 2) return 0;
  table[count++] = p;
  return 1;
}
int main(void) {
  for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++) {
    char *p = malloc(1);
    keep(p);
  }
  return 0;
}
