// expect: true bits: both
// the block has the size of the structure
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct bits {
  unsigned low : 20;
  unsigned high : 20;
};
int main(void) {
  int n = __VERIFIER_nondet_int();
  struct bits *b = malloc(sizeof *b);
  if (n > 0) b->high = (unsigned)n & 0xfffff;
  free(b);
  return 0;
}
