// expect: true bits: both
// a bytecode interpreter that jumps through a table of labels
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum { PUSH, ADD, DOUBLE, NEGATE_IF, STOP };

static int run(const unsigned char *code, int input) {
  static void *const labels[] = {&&push, &&add, &&twice, &&negate_if, &&stop};
  int stack[8], top = 0;
#define NEXT goto *labels[*code++]
  NEXT;
push:
  stack[top++] = input;
  NEXT;
add:
  top--;
  stack[top - 1] = (int)((unsigned)stack[top - 1] + (unsigned)stack[top]);
  NEXT;
twice:
  stack[top - 1] = (int)((unsigned)stack[top - 1] * 2);
  NEXT;
negate_if:
  if (stack[top - 1] < 0) stack[top - 1] = (int)-(unsigned)stack[top - 1];
  NEXT;
stop:
  return stack[top - 1];
}

int main(void) {
  static const unsigned char add[] = {PUSH, PUSH, ADD, STOP}, twice[] = {PUSH, DOUBLE, STOP}, absolute[] = {PUSH, NEGATE_IF, STOP};
  int x = __VERIFIER_nondet_int();
  assert(run(add, x) == run(twice, x));
  assert(run(absolute, x) >= 0 || x == -2147483647 - 1);
}
