// expect: false bits: both
// three bits reach up to seven
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
struct position {
  unsigned at : 3;
  unsigned rest : 5;
};
int main(void) {
  int a[7] = {0};
  struct position p = {0, 0};
  for (int n = __VERIFIER_nondet_int() & 15; n > 0; n--) p.at++;
  return a[p.at];
}
