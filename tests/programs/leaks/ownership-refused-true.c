// expect: true bits: both
// the caller frees the block that a full table refuses
// args: --check leaks
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
    if (!keep(p)) free(p);
  }
  return 0;
}
