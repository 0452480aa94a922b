// expect: true bits: both
// A trap ends the program.
// says:
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3) __builtin_trap();
  if (x > 4) reach_error();
}
