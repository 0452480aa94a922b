// expect: false|unknown bits: 64
// the first loop may be left before it
// args: --timeout 5
// inputs: 0 77 1
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int ready = 0, used = 0;
  while (!ready) {
    if (__VERIFIER_nondet_int() == 1) ready = 1;
    if (__VERIFIER_nondet_int() == 77) break;
  }
  while (__VERIFIER_nondet_int()) {
    if (!ready) reach_error();
    used = 1;
  }
  return used;
}
