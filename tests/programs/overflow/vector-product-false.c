// expect: false bits: both
// elements of a vector are not promoted
// args: --check overflow
// violates: no-overflow
// native: no
extern int __VERIFIER_nondet_int(void);
typedef short s4 __attribute__((ext_vector_type(4)));
int main(void) {
  s4 a = {(short)__VERIFIER_nondet_int(), 1, 2, 3};
  return (a * a)[0] > 0;
}
