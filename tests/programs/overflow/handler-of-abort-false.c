// expect: false bits: both
// a failed assertion raises SIGABRT, and its handler adds
// args: --check overflow
// violates: no-overflow
// native: no
#include <assert.h>
#include <signal.h>
extern int __VERIFIER_nondet_int(void);
static int x;
static void handler(int number) { x = x + number; }
int main(void) {
  x = __VERIFIER_nondet_int();
  signal(SIGABRT, handler);
  assert(x < 100);
  return 0;
}
