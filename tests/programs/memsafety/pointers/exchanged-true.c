// expect: true bits: both
// pointers into the middle of an object are stored by atomic operations
// args: --check memory
// native: no
#include <stdatomic.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int *volatile kept;
static _Atomic(int *) shared;
int main(void) {
  int *h = malloc(4 * sizeof *h), n = __VERIFIER_nondet_int();
  int other[2] = {0, 0};
  if (!h) return 0;
  kept = n > 0 ? &other[1] : 0;
  if (__sync_bool_compare_and_swap(&kept, (int *)0, h + 1)) kept[2] = 5; // h[3]
  else kept[-1] = 6; // other[0]
  __sync_lock_test_and_set(&kept, h + 3);
  kept[-3] = 7;
  shared = h + 2;
  int *expected = other;
  if (!atomic_compare_exchange_strong(&shared, &expected, h + 1)) (*shared)++;
  atomic_store(&shared, h + 1);
  *(shared + 2) = 8;
  free(h);
  return 0;
}
