// expect: true bits: both
// behind the array of an element is the next element, which belongs to the same block
// args: --check memory
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
  short *p = rows[0].cell;
  short r = p[i];
  free(rows);
  return r;
}
