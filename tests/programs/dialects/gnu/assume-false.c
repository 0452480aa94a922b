// expect: false bits: both
// __builtin_assume: the path goes on where the condition holds
// inputs: 7
#ifndef __clang__
#define __builtin_assume(condition) ((void)0)
#endif
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __builtin_assume(x > 0);
  if (x == 7) reach_error();
  return 0;
}
