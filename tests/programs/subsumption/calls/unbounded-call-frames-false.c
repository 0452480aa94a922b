// expect: false|unknown bits: 64
// for one input it is not, and then holds anything
// args: --timeout 5
// native: no
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int pass(int c) {
  int a[2];
  if (c != 50) a[0] = a[1] = 1;
  return a[c & 1];
}
int main(void) {
  while (1) {
    int c = __VERIFIER_nondet_int();
    if (c == 0) break;
    if (pass(c) != 1) reach_error();
  }
  return 0;
}
