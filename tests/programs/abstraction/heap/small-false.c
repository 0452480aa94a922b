// expect: false bits: 32
// A block of one byte takes no more than 16 bytes, and all of them fit.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned made = 0;
  while (__VERIFIER_nondet_int()) {
    malloc(1);
    made++;
  }
  if (made == 200000000) reach_error();
  return 0;
}
