// expect: true bits: both
// the result of bsearch is looked at
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static const int table[] = {1, 4, 9};
static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
int main(void) {
  int key = __VERIFIER_nondet_int();
  const int *found = bsearch(&key, table, 3, sizeof table[0], compare);
  return found ? *found : 0;
}
