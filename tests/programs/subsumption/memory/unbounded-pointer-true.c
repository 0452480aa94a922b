// expect: true|unknown bits: 64
// the function changes what it was given a pointer to, nothing else
// args: --timeout 5
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void toggle(int *p) { *p = !*p; }
int main(void) {
  int a = 0, b = 0;
  while (__VERIFIER_nondet_int()) {
    int c = __VERIFIER_nondet_int();
    toggle(&a);
    if (b) reach_error();
  }
  return 0;
}
