// expect: true bits: both
// Duff's device: a switch into the middle of a loop
extern void __VERIFIER_error(void);
static int copy(char *to, const char *from, int n) {
  int rounds = (n + 3) / 4, done = 0;
  switch (n % 4) {
    case 0: do { to[done] = from[done], done++;
    case 3: to[done] = from[done], done++;
    case 2: to[done] = from[done], done++;
    case 1: to[done] = from[done], done++;
    } while (--rounds > 0);
  }
  return done;
}
int main(void) {
  char to[8] = {0};
  if (!(copy(to, "abcdefg", 6) == 6 && to[5] == 'f' && to[6] == 0)) __VERIFIER_error();
  return 0;
}
