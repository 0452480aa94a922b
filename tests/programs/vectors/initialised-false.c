// expect: false bits: both
// an element of a vector that was not initialised, found behind a sum and a permutation
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);

typedef unsigned ints __attribute__((vector_size(16)));
int main(void) {
  int x = __VERIFIER_nondet_int();
  ints some;
  some[1] = 3;
  some[x & 3] = 4;
  ints sum = some * 2 + 1, mixed = __builtin_shufflevector(sum, sum, 1, 0, 7, 1);
  if (mixed[0] > 9 || mixed[3] > 9) return 1;
  return mixed[2] > 5 ? 2 : 3;
}
