// expect: false bits: both
// both texts together do not fit
// args: --check memory
// violates: valid-deref
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char path[8] = "/tmp";
  if (__VERIFIER_nondet_int() == 1) strcat(path, "/log");
  return (int)strlen(path);
}
