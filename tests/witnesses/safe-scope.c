extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int n, m; // of which `run` knows only one

static int next(void) {
  static int count;
  return count = count < 7 ? count + 1 : 0;
}

static void run(int n) {
  while (n < 50) { /*@head*/
    if (!__VERIFIER_nondet_int()) break;
    n++;
    m = m < 100 ? m + 1 : 0;
    if (next() > 7) reach_error();
  }
}

int main(void) {
  n = 5;
  run(0);
  if (n != 5 || m > 100 || m < 0) reach_error();
  return 0;
}
