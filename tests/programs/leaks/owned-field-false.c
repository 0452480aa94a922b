// expect: false bits: both
// the block that the field points to is lost with its owner
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct box {
  char *text;
};
int main(void) {
  struct box *b = malloc(sizeof *b);
  b->text = __VERIFIER_nondet_int() > 0 ? malloc(3) : NULL;
  free(b);
  return 0;
}
