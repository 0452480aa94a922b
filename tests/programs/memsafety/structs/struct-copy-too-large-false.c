// expect: false bits: both
// the whole structure is copied into a block that has space for a part of it
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct record {
  int key;
  char text[12];
};
int main(void) {
  struct record r = {__VERIFIER_nondet_int(), "abc"};
  int with_text = r.key > 0;
  struct record *copy = malloc(with_text ? sizeof *copy : sizeof copy->key);
  *copy = r;
  free(copy);
  return 0;
}
