// expect: false bits: both
// the first unknown round may be bad
// inputs: 12 0 0 11
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, n = __VERIFIER_nondet_int();
  if (n < 10 || n > 13) return 0;
  for (int i = 0; i < n; i++) {
    if (i < 9) x++;
    else if (__VERIFIER_nondet_int() == i && i == 11) x = 100;
  }
  if (x != 9) reach_error();
  return 0;
}
