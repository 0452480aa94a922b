extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0, cells[4] = {0};
  for (int i = 0; i < n; i++) { /*@head*/
    s = s < 100 ? s + 1 : 0;
    cells[s & 3] = s;
  }
  if (s < 0) reach_error();
  return s;
}
