// expect: true bits: both
// the size is that of the header and of the text
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct text {
  int length;
  char at[];
};
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 4 || n > 8) return 0;
  struct text *t = malloc(sizeof *t + (size_t)n);
  t->length = n;
  t->at[t->length - 1] = 0;
  free(t);
  return 0;
}
