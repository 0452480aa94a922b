// expect: true bits: both
// all functions that may be called add one
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int calls;
static int one(int x) { return x + 1; }
static int other(int x) { calls++; return x + 1; }
int main(void) {
  int x = 0;
  for (int i = 0; i < 4; i++) {
    int (*f)(int) = __VERIFIER_nondet_int() ? one : other;
    if (x != i) reach_error();
    x = f(x);
  }
  return 0;
}
