// expect: false bits: both
// a field of the object behind a null pointer is read
// args: --check memory
// violates: valid-deref
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
  return n->next->value;
}
