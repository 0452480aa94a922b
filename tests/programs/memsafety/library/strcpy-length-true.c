// expect: true bits: both
// the longer text fits with its end
// args: --check memory
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char buffer[6];
  strcpy(buffer, __VERIFIER_nondet_int() > 0 ? "hello" : "bye");
  return buffer[0];
}
