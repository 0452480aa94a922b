// expect: false bits: both
// exit, after a global was overwritten
// args: --check leaks
// violates: valid-memtrack
// native: address
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static struct {
  char *name;
  long n;
} g;
int main(void) {
  g.name = strdup("abc");
  g.name = strdup("de");
  if (__VERIFIER_nondet_int()) exit(1);
  return 0;
}
