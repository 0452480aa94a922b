// expect: true bits: both
// the block has one byte more, for the end
// args: --check memory
// native: no
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  char *s = calloc(5, 1);
  for (int i = 0; i < n; i++) s[i] = 'a';
  size_t length = strlen(s);
  free(s);
  return (int)length;
}
