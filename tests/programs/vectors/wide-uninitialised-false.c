// expect: false bits: both
// vectors of 256 bits and integers of 200 are followed like narrower ones
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);

typedef unsigned eight __attribute__((vector_size(32)));
int main(void) {
  int x = __VERIFIER_nondet_int();
  eight v;
  unsigned _BitInt(200) n;
  if (x) n = 1;
  v[1] = (unsigned)(n >> 190);
  if (x != 3 && v[1] == 2) return 1;
  return 0;
}
