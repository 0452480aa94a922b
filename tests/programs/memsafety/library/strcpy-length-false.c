// expect: false bits: both
// the longer text does not fit with its end
// args: --check memory
// violates: valid-deref
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char buffer[5];
  strcpy(buffer, __VERIFIER_nondet_int() > 0 ? "hello" : "bye");
  return buffer[0];
}
