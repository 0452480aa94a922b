// expect: true bits: both
// the field is read where there is an object
// args: --check memory
// native: no
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int value;
  struct node *next;
};
int main(void) {
  struct node b = {2, NULL}, a = {1, &b};
  struct node *n = __VERIFIER_nondet_int() > 3 ? &a : &b;
  return n->next ? n->next->value : 0;
}
