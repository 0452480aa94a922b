// expect: true bits: both
// what the field points to is freed before the owner
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct box {
  char *text;
};
int main(void) {
  struct box *b = malloc(sizeof *b);
  b->text = __VERIFIER_nondet_int() ? malloc(3) : NULL;
  free(b->text);
  free(b);
  return 0;
}
