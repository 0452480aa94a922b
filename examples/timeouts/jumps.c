// A piece on an endless board makes one of two moves; it never stands on the field (900001, 900000).
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = 0, y = 0;
  while (x < 1000000 && y < 1000000) {
    if (__VERIFIER_nondet_int()) {
      x += 1;
      y += 5;
    } else {
      x += 7;
      y += 3;
    }
    assert(x != 900001 || y != 900000);
  }
  return 0;
}
