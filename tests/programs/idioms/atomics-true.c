// expect: true bits: both
// _Atomic and <stdatomic.h>, in one thread
#include <assert.h>
#include <stdatomic.h>
static _Atomic int count = 3;
static atomic_flag flag = ATOMIC_FLAG_INIT;
int main(void) {
  int expected = 4;
  atomic_fetch_add(&count, 2);
  assert(!atomic_compare_exchange_strong(&count, &expected, 9));
  assert(expected == 5);
  assert(atomic_compare_exchange_strong(&count, &expected, 9) && atomic_load(&count) == 9);
  count++;
  count -= 2;
  assert(atomic_exchange_explicit(&count, 1, memory_order_relaxed) == 8);
  assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
  __sync_fetch_and_or(&expected, 16);
  assert(__atomic_load_n(&expected, __ATOMIC_SEQ_CST) == 21);
  return 0;
}
