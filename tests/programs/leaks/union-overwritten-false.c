// expect: false bits: both
// the number overwrites the pointer in the union
// args: --check leaks
// violates: valid-memtrack
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
    v.n = 1;
  }
  return 0;
}
