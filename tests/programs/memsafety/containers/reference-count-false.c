// expect: false bits: both
// the object is freed when one of its two users gives it back
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct object {
  int users;
};
static void give_back(struct object *o) {
  if (--o->users <= 1) free(o);
}
int main(void) {
  struct object *o = malloc(sizeof *o), *second = NULL;
  o->users = 1;
  if (__VERIFIER_nondet_int() > 0) {
    second = o;
    o->users++;
  }
  give_back(o);
  if (second) give_back(second);
  return 0;
}
