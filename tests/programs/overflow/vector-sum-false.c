// expect: false bits: both
// one element of a vector overflows, which gcc's sanitizer reports
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
  v4 a = {__VERIFIER_nondet_int(), 1, 2, 3};
  a += 1;
  return a[0] > 0;
}
