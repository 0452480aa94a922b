// expect: false bits: 64
// the fourth handler runs before the first one that was registered
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int order;
static void last(void) { assert(order == 3); }
static void third(void) { assert(order == 2); order++; }
static void second(void) { assert(order == 1); order++; atexit(third); }
static void first(void) { assert(order == 0); order++; }
static void fourth(int status, void *p) { assert(*(int *)p == 3); order++; }
static void quick(void) { assert(order == 0); order = 100; }
__attribute__((destructor)) static void fini(void) { assert(order == 4); order = 5; }
int main(void) {
  atexit(last);
  on_exit(fourth, &order);
  atexit(second);
  atexit(first);
  at_quick_exit(quick);
  int x = __VERIFIER_nondet_int();
  if (x == 1) exit(3);
  if (x == 2) quick_exit(1);
  if (x == 3) _Exit(2);
  if (x == 4) abort();
  return 0;
}
