// expect: false|unknown bits: 64
// it is written once the index has gone around
// args: --timeout 5
// inputs: 1 1 1 1 1 1 1 1
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[8] = {0}, k = 1;
  while (__VERIFIER_nondet_int()) {
    a[k] = 1;
    k++;
    if (k > 7) k = 0;
    if (a[0]) reach_error();
  }
  return 0;
}
