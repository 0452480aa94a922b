// expect: true bits: both
// the static object has a destructor that does nothing
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct object {
  void (*destroy)(void *);
  void *data;
};
static char shared[4];
static void nothing(void *p) { (void)p; }
int main(void) {
  struct object a = {nothing, shared};
  if (__VERIFIER_nondet_int() > 0) {
    a.data = malloc(4);
    a.destroy = free;
  }
  a.destroy(a.data);
  return 0;
}
