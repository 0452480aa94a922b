// expect: false bits: both
// the copy that points to the block is a local of the function
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct buffer {
  char *at;
  int size;
};
static struct buffer saved;
static void make(int n) {
  struct buffer b = {malloc(4), n};
  if (n > 4) saved = b;
  else if (n != 4) free(b.at);
}
int main(void) {
  make(__VERIFIER_nondet_int());
  return saved.size > 100;
}
