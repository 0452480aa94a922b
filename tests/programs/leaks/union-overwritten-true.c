// expect: true bits: both
// the block is freed before the number overwrites the pointer
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
union value {
  long n;
  char *text;
};
int main(void) {
  static union value v;
  v.text = malloc(3);
  if (__VERIFIER_nondet_int() == 0) {
    free(v.text);
    v.n = 1;
  }
  return 0;
}
