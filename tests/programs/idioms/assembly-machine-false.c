// expect: false bits: both
// the program says nothing about what the time stamp counter holds
// native: no
// decided: symex auto
#include <assert.h>

static unsigned long long now(void) {
  unsigned low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return (unsigned long long)high << 32 | low;
}

int main(void) {
  unsigned long long a = now(), b = now();
  assert(b - a != 77);
  return 0;
}
