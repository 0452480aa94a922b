// expect: false bits: both
// one copy is made before it is set
// native: no
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  int y = x, n = __VERIFIER_nondet_int();
  while (n > 0) {
    x++;
    y += n == 1 ? 2 : 1;
    n--;
  }
  if (x != y) reach_error();
  return 0;
}
