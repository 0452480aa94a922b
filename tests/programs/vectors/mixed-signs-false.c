// expect: false bits: both
// signed and unsigned vectors of one width in one function: the sum of signed elements does not fit
// args: --check ub
// violates: no-overflow
// native: no
typedef int signed_vector __attribute__((vector_size(16)));
typedef unsigned unsigned_vector __attribute__((vector_size(16)));
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned_vector u = {2000000000u, 1, 2, 3};
  u = u + u;
  signed_vector s = {__VERIFIER_nondet_int(), 1, 2, 3};
  s = s + (signed_vector){1, 1, 1, 1};
  return u[1] + s[1] == 0;
}
