// expect: false bits: both
// behind the array of the last element there is nothing
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct row {
  short cell[3];
};
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 5) return 0;
  struct row *rows = calloc(2, sizeof *rows);
  short *p = rows[1].cell;
  short r = p[i];
  free(rows);
  return r;
}
