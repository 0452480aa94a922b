// expect: true bits: both
// the remainder is below the length
// args: --check memory
// native: no
extern unsigned __VERIFIER_nondet_uint(void);
static const int days[7] = {1, 2, 3, 4, 5, 6, 7};
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  return days[n % 7];
}
