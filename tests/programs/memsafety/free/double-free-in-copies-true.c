// expect: true bits: both
// the copy has a block of its own
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct buffer {
  char *at;
  int size;
};
static void release(struct buffer *b) { free(b->at); }
int main(void) {
  struct buffer a = {malloc(4), 4}, b = a;
  int n = __VERIFIER_nondet_int();
  b.at = malloc(4);
  if (n > 0) release(&b);
  else free(b.at);
  release(&a);
  return 0;
}
