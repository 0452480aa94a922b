// expect: false bits: both
// memcpy between places of one array that share bytes
// args: --check ub
// violates: undefined-behaviour
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static char buffer[16];
static void copy(char *to, const char *from, size_t n) { memcpy(to, from, n); }
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 3 || k > 8) return 0;
  copy(buffer, buffer + k, 4);
  return 0;
}
