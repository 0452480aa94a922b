// expect: true bits: both
// the block has space for the whole structure
// args: --check memory
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
  if (with_text) *copy = r;
  else copy->key = r.key;
  free(copy);
  return 0;
}
