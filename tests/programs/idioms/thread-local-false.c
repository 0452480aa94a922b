// expect: false bits: both
// variables of a thread, in a program that has one
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static __thread int depth;
_Thread_local int calls = 5;

static int nested(int n) {
  static _Thread_local int deepest;
  depth++;
  calls++;
  if (depth > deepest) deepest = depth;
  if (n > 0) nested(n - 1);
  depth--;
  return deepest;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 6) return 0;
  assert(nested(n) == n + 1);
  assert(depth == 0 && calls == 6);
  assert(nested(0) == n + 1);
}
