// expect: false bits: both
// a message in a buffer that may be too small
#include <assert.h>
#include <stdio.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char buffer[10];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 9999) return 0;
  int needed = snprintf(buffer, sizeof buffer, "line %d:", n);
  assert(needed >= 7 && needed <= 10);
  assert(strlen(buffer) == (needed < 10 ? needed : 9));
  assert(buffer[needed < 10 ? needed - 1 : 8] == ':');
}
