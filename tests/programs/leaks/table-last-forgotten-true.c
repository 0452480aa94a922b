// expect: true bits: both
// all blocks of the table are freed
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *table[3];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  for (int i = 0; i < n; i++) table[i] = malloc(1);
  for (int i = 0; i < n; i++) free(table[i]);
  return 0;
}
