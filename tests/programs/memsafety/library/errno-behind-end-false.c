// expect: false bits: both
// a pointer to errno that was moved, kept beside one to another object
// args: --check memory
// violates: valid-deref
// native: no
#include <errno.h>
extern int __VERIFIER_nondet_int(void);
static int pair[2];
static int *kept;
int main(void) {
  kept = __VERIFIER_nondet_int() ? &errno : pair;
  kept[0] = 1;
  kept++;
  kept[0] = 1;
  return 0;
}
