// expect: false bits: both
// the remainder may be as large as the array is long
// args: --check memory
// violates: valid-deref
// native: no
extern unsigned __VERIFIER_nondet_uint(void);
static const int days[7] = {1, 2, 3, 4, 5, 6, 7};
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  return days[n % 8];
}
