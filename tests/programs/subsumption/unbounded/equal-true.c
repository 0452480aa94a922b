// expect: true|unknown bits: 64
// x and i go up together, however often
// args: --timeout 5
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, i = 0;
  while (i < n) {
    if (x != i) reach_error();
    x++;
    i++;
  }
  return 0;
}
