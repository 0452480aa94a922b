// expect: true bits: both
// the object is freed when its last user gives it back
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct object {
  int users;
};
static void give_back(struct object *o) {
  if (--o->users == 0) free(o);
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
