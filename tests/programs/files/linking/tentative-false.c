// expect: false bits: both
// the pointer in it points into the third
// files: parts/shared.c parts/counter.c
extern void __VERIFIER_error(void);
struct shared { int n; int *to; };
extern struct shared shared;
extern int count;
int own(int n) { return n + 2; }
int main(void) {
  count = 8;
  if (!(shared.n == 3 && *shared.to == 0)) __VERIFIER_error();
  return 0;
}
