// expect: true bits: both
// with --undefined stop a call that is never come to does not matter
// args: --undefined stop
// native: no
extern int __VERIFIER_nondet_int(void);
extern int read_sensor(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10 && x < 5) x = read_sensor();
  if (x > 10 && x < 5) reach_error();
  return 0;
}
