// expect: true bits: both
// the global copy of the structure points to the block
// args: --check leaks
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
  else free(b.at);
}
int main(void) {
  make(__VERIFIER_nondet_int());
  return saved.size > 100;
}
