// expect: false bits: both
// both copies of the structure own the same block
// args: --check memory
// violates: valid-free
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
  if (n == 1) b.at = malloc(4);
  if (n > 0) release(&b);
  release(&a);
  return 0;
}
