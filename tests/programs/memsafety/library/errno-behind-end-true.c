// expect: true bits: both
// only the pointer to an object of two is moved
// args: --check memory
// native: no
#include <errno.h>
extern int __VERIFIER_nondet_int(void);
static int pair[2];
static int *kept;
int main(void) {
  kept = __VERIFIER_nondet_int() ? &errno : pair;
  kept[0] = 1;
  if (kept == &errno) return 0;
  kept++;
  kept[0] = 1;
  return 0;
}
