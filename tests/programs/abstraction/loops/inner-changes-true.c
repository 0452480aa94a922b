// expect: true|unknown bits: both
// the inner loop changes what the outer body does not name
// args: --no-pre-run
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int flag = 0, turns = 0;
  while (__VERIFIER_nondet_int()) {
    turns = 0;
    while (turns < 2) {
      flag = !flag;
      turns++;
    }
    if (flag) reach_error();
  }
  if (flag) reach_error();
  return 0;
}
