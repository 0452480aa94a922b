// expect: true bits: both
// memory from alloca is there until the function returns, also when its block has ended
// args: --check memory
// native: no
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = 0;
  for (int i = 0; i < 2; i++) {
    char *q = alloca(4);
    for (int k = 0; k < 4; k++) q[k] = 1;
    if (!p || __VERIFIER_nondet_int() > 0) p = q;
  }
  return p[3];
}
