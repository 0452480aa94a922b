// expect: false bits: both
// the first block of alloca in a loop is used when the function has returned
// args: --check memory
// violates: valid-deref
// native: no
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
static int *first;
static void make(int n) {
  for (int i = 0; i < n; i++) {
    int *q = alloca(4);
    *q = i;
    if (!first) first = q;
  }
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 2 || n > 3) return 0;
  make(n);
  return *first;
}
