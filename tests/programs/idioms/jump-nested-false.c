// expect: false bits: both
// the inner handler runs before the outer one
#include <setjmp.h>
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf outer;
static jmp_buf *top;
static int cleaned;
static void fail(int code) { longjmp(*top, code); }
static int parse(int x) { if (x < 0) fail(3); if (x > 10) fail(0); return x + 1; }
static int protect(int x) {
  jmp_buf here, *before = top; volatile int r = -1;
  top = &here;
  int code = setjmp(here);
  if (code == 0) r = parse(x); else cleaned++;
  top = before;
  if (code == 3) fail(5);
  return r;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  jmp_buf copy;
  int code = setjmp(outer);
  if (code) { assert(code == 5); assert(x < 0); assert(cleaned == 0); return 0; }
  memcpy(&copy, &outer, sizeof outer);
  top = &copy;
  int r = protect(x);
  assert(x >= 0);
  assert(r == (x <= 10 ? x + 1 : -1));
  return 0;
}
