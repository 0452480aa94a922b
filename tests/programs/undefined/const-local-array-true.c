// expect: true bits: both
// an element of a const array is written through a pointer without const: never
// args: --check memory,ub
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 2) return 0;
  const int numbers[3] = {n, 1, 2};
  int *p = (int *)numbers;
  if (n == 3) p[1] = 4;
  return numbers[1];
}
