// expect: false bits: both
// one of them adds nothing in its third call
// inputs: 0 0 0 0
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int calls;
static int one(int x) { return x + 1; }
static int other(int x) { calls++; return calls == 3 ? x : x + 1; }
int main(void) {
  int x = 0;
  for (int i = 0; i < 4; i++) {
    int (*f)(int) = __VERIFIER_nondet_int() ? one : other;
    if (x != i) reach_error();
    x = f(x);
  }
  return 0;
}
