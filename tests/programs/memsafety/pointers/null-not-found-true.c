// expect: true bits: both
// the null pointer is not dereferenced
// args: --check memory
// native: no
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
static int keys[] = {4, 8};
static int *find(int key) {
  for (int i = 0; i < 2; i++)
    if (keys[i] == key) return &keys[i];
  return NULL;
}
int main(void) {
  int *p = find(__VERIFIER_nondet_int());
  if (p) *p = 0;
  return 0;
}
