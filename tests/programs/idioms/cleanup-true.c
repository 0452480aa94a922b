// expect: true bits: both
// __attribute__((cleanup)) runs at the end of the block, in reverse order
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int freed, order;
static void release(char **p) {
  free(*p);
  freed++;
  order = order * 10 + 1;
}
static void unlock(int *lock) {
  *lock = 0;
  order = order * 10 + 2;
}
static int lock;
static int work(int x) {
  __attribute__((cleanup(release))) char *a = malloc(4);
  __attribute__((cleanup(unlock))) int held = lock = 1;
  if (x > 3) return 1;
  for (int i = 0; i < 1; i++) {
    __attribute__((cleanup(release))) char *b = malloc(2);
    if (x < 0) break;
  }
  return 2;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), r = work(x);
  if (r == 1) assert(freed == 1 && order == 21);
  else assert(freed == 2 && order == 121);
  return 0;
}
