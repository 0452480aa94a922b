// expect: true bits: both
// an input may be the address of an object
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  unsigned n = (unsigned)__VERIFIER_nondet_int();
  if (n > 0xfffff000u && (int *)(uintptr_t)n == &x) reach_error();
  return 0;
}
