// expect: false bits: both
// the member is not at the beginning of the block
// args: --check memory
// violates: valid-free
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct pair {
  int first, second;
};
int main(void) {
  struct pair *p = malloc(sizeof *p);
  p->first = p->second = __VERIFIER_nondet_int();
  int *member = p->second == 4 ? &p->second : &p->first;
  free(member);
  return 0;
}
