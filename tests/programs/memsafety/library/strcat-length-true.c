// expect: true bits: both
// both texts together fit, with the end
// args: --check memory
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char path[8] = "/tmp";
  if (__VERIFIER_nondet_int() == 1) strcat(path, "/in");
  return (int)strlen(path);
}
