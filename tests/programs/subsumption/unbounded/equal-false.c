// expect: false|unknown bits: 64
// not when i is 3
// args: --timeout 5
// inputs: 6
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, i = 0;
  while (i < n) {
    if (x != i) reach_error();
    if (i != 3) x++;
    i++;
  }
  return 0;
}
