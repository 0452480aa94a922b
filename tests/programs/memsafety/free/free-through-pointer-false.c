// expect: false bits: both
// one of the objects was not made by malloc, but has free as its destructor
// args: --check memory
// violates: valid-free
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct object {
  void (*destroy)(void *);
  void *data;
};
static char shared[4];
int main(void) {
  struct object a = {free, shared};
  if (__VERIFIER_nondet_int() > 0) {
    a.data = malloc(4);
    a.destroy = free;
  }
  a.destroy(a.data);
  return 0;
}
