// expect: true|unknown bits: 64
// what the first loop establishes the second one needs
// args: --timeout 5
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int ready = 0, used = 0;
  while (!ready) {
    if (__VERIFIER_nondet_int() == 1) ready = 1;
  }
  while (__VERIFIER_nondet_int()) {
    if (!ready) reach_error();
    used = 1;
  }
  return used;
}
