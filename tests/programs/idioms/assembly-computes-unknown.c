// expect: unknown bits: 64
// what an instruction computes is not for a counterexample to choose: no run shows 77
// native: no
#include <assert.h>

int main(void) {
  int x, y = 5;
  __asm__ volatile("movl %1, %0" : "=r"(x) : "r"(y));
  if (x == 77) assert(0);
  return 0;
}
