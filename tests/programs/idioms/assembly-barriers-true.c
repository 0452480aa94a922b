// expect: true bits: 64
// an empty text, fences and pauses change nothing; an output that is tied to an input keeps its value
// decided: symex auto
#include <assert.h>

int g = 9;

int main(void) {
  int x = 3;
  __asm__ volatile("" : "+r"(x), "+m"(g) : : "memory");
  __asm__ volatile("mfence" : : : "memory");
  __asm__ volatile("lock; addl $0,0(%%rsp)" : : : "memory", "cc");
  __asm__ volatile("rep; nop\n\tpause" : : : "memory");
  assert(x == 3 && g == 9);
  return 0;
}
