// expect: true bits: both
// memcpy between places that share no byte, or all of them; memmove may share some
// args: --check ub
// native: no
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct pair {
  int first, second;
};
static char buffer[16], other[16];
static void copy(char *to, const char *from, size_t n) { memcpy(to, from, n); }
static void assign(struct pair *to, const struct pair *from) { *to = *from; }
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 4 || k > 8) return 0;
  struct pair pair = {1, 2};
  copy(buffer, buffer + k, 4);
  copy(buffer + k, buffer, 4);
  copy(buffer, other, 16);
  copy(buffer + 1, buffer, 0);
  assign(&pair, &pair);
  memmove(buffer, buffer + 1, 8);
  return 0;
}
