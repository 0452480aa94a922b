// expect: false bits: both
// the global points to a local of a function that has returned
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
static int initial = 3, *current = &initial;
static void set(int n) {
  int local = n;
  if (n > 5) current = &local;
}
int main(void) {
  set(__VERIFIER_nondet_int());
  return *current;
}
