// expect: false bits: both
// the owner is freed before its field is read
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct box {
  char *text;
};
int main(void) {
  struct box *b = malloc(sizeof *b);
  b->text = __VERIFIER_nondet_int() ? malloc(3) : NULL;
  free(b);
  free(b->text);
  return 0;
}
