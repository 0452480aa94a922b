extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, y = 0;
  if (n < 0) return 0;
  while (x < n) { /*@head*/
    x = x + 1;
    y = y + 2;
  }
  if (y != 2 * x || x != n) reach_error();
  return 0;
}
