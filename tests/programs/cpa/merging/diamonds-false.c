// expect: false bits: both
// 2^20 paths, and all but a few variables do not matter
// inputs: 0 0 0 0 0
// decided: value cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int f0 = 0, f1 = 0, f2 = 0, f3 = 0, f4 = 0, f5 = 0, f6 = 0, f7 = 0, f8 = 0, f9 = 0, f10 = 0, f11 = 0, f12 = 0, f13 = 0, f14 = 0, f15 = 0, f16 = 0, f17 = 0, f18 = 0, f19 = 0;
  int x = 1;
  if (__VERIFIER_nondet_int()) f0 = 1; else f0 = 2;
  if (__VERIFIER_nondet_int()) f1 = 1; else f1 = 3;
  if (__VERIFIER_nondet_int()) f2 = 1; else f2 = 4;
  if (__VERIFIER_nondet_int()) f3 = 1; else f3 = 5;
  if (__VERIFIER_nondet_int()) f4 = 1; else f4 = 6;
  if (__VERIFIER_nondet_int()) f5 = 1; else f5 = 7;
  if (__VERIFIER_nondet_int()) f6 = 1; else f6 = 8;
  if (__VERIFIER_nondet_int()) f7 = 1; else f7 = 9;
  if (__VERIFIER_nondet_int()) f8 = 1; else f8 = 10;
  if (__VERIFIER_nondet_int()) f9 = 1; else f9 = 11;
  if (__VERIFIER_nondet_int()) f10 = 1; else f10 = 12;
  if (__VERIFIER_nondet_int()) f11 = 1; else f11 = 13;
  if (__VERIFIER_nondet_int()) f12 = 1; else f12 = 14;
  if (__VERIFIER_nondet_int()) f13 = 1; else f13 = 15;
  if (__VERIFIER_nondet_int()) f14 = 1; else f14 = 16;
  if (__VERIFIER_nondet_int()) f15 = 1; else f15 = 17;
  if (__VERIFIER_nondet_int()) f16 = 1; else f16 = 18;
  if (__VERIFIER_nondet_int()) f17 = 1; else f17 = 19;
  if (__VERIFIER_nondet_int()) f18 = 1; else f18 = 20;
  if (__VERIFIER_nondet_int()) f19 = 1; else f19 = 21;
  if (f3 == 1) x += 1;
  else x += f3;
  if (x != 2) reach_error();
  return f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8 + f9 + f10 + f11 + f12 + f13 + f14 + f15 + f16 + f17 + f18 + f19 > 30;
}
