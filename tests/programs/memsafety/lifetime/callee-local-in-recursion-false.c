// expect: false bits: both
// on the way back the buffer of the callee is read, which is gone
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
static int *deepest;
static int descend(int n, const int *above) {
  int buffer[2] = {n, *above};
  deepest = buffer;
  if (n == 0) return *deepest + *above;
  int below = descend(n - 1, buffer + 1);
  return below + *deepest;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), top = 5;
  return n >= 0 && n <= 3 ? descend(n, &top) : 0;
}
