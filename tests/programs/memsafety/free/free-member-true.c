// expect: true bits: both
// the first member has the address of the block
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct pair {
  int first, second;
};
int main(void) {
  struct pair *p = malloc(sizeof *p);
  p->first = p->second = __VERIFIER_nondet_int();
  int *member = p->second == 4 ? (int *)p : &p->first;
  free(member);
  return 0;
}
