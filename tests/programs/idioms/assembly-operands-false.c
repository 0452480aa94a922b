// expect: false bits: 64
// the operand that assembly changes has the value that the machine computes
// decided: symex auto
#include <assert.h>

int main(void) {
  int x = 3;
  __asm__ volatile("incl %0" : "+m"(x));
  assert(x == 3);
  return 0;
}
