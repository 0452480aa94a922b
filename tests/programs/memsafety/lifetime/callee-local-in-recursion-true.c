// expect: true bits: both
// on the way down the buffers of the callers are read, which are still there
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
static int *deepest;
static int descend(int n, const int *above) {
  int buffer[2] = {n, *above};
  deepest = n == 0 ? buffer : deepest;
  if (n == 0) return *deepest + *above;
  int below = descend(n - 1, buffer + 1);
  return below + buffer[1];
}
int main(void) {
  int n = __VERIFIER_nondet_int(), top = 5;
  return n >= 0 && n <= 3 ? descend(n, &top) : 0;
}
