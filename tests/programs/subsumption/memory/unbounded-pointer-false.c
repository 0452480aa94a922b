// expect: false|unknown bits: 64
// for one input it gets the pointer to the other
// args: --timeout 5
// inputs: 1 99
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void toggle(int *p) { *p = !*p; }
int main(void) {
  int a = 0, b = 0;
  while (__VERIFIER_nondet_int()) {
    int c = __VERIFIER_nondet_int();
    toggle(c == 99 ? &b : &a);
    if (b) reach_error();
  }
  return 0;
}
