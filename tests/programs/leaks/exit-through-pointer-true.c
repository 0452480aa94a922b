// expect: true bits: both
// all was freed where the program ends in exit, which is called through a pointer
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void (*volatile end)(int) = exit;
int main(void) {
  char *p = malloc(3);
  int n = __VERIFIER_nondet_int();
  free(p);
  if (n) end(0);
  return 0;
}
