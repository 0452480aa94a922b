// expect: true bits: both
// bytes of a long double are copied, and read where they are a number
// decided: symex
#include <string.h>
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
struct reading {
  long double value;
  int valid;
};
int main(void) {
  unsigned char bytes[sizeof(long double)] = {0};
  struct reading from, to;
  bytes[7] = 160;
  bytes[9] = 64;
  memcpy(&from.value, bytes, sizeof from.value);
  from.valid = __VERIFIER_nondet_int() & 1;
  if (!from.valid) memset(&from.value, 255, sizeof from.value);
  memcpy(&to, &from, sizeof to);
  if (to.valid && to.value != 2.5L) reach_error();
  if (!to.valid && to.value == to.value) reach_error();
  if (to.valid != from.valid) reach_error();
  return 0;
}
