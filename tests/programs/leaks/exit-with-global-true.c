// expect: true bits: both
// exit, where a global keeps the block
// args: --check leaks
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
  if (__VERIFIER_nondet_int()) exit(1);
  free(g.name);
  return 0;
}
