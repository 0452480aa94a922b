// expect: true bits: both
// the code between two labels may have any size
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if ((char *)&&l - (char *)&&k > 4) reach_error();
  k:;
  if (__VERIFIER_nondet_int() == 3) return 1;
  l:;
  return 0;
}
