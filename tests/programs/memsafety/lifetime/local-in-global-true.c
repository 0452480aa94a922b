// expect: true bits: both
// a static variable is still there when its function has returned
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
static int initial = 3, *current = &initial;
static void set(int n) {
  static int local;
  local = n;
  if (n > 5) current = &local;
}
int main(void) {
  set(__VERIFIER_nondet_int());
  return *current;
}
