// expect: true bits: both
// setjmp in a loop: each error goes on with the next turn
#include <assert.h>
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf next;
static int errors, tries;
static void work(int x) {
  if (x % 3 == 0) longjmp(next, 2);
}
int main(void) {
  for (volatile int i = 0; i < 3; i++) {
    tries++;
    if (setjmp(next)) {
      errors++;
      continue;
    }
    work(__VERIFIER_nondet_int());
  }
  assert(errors <= tries && tries == 3);
  return 0;
}
