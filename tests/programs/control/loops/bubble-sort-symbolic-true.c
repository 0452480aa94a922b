// expect: true bits: both
// three inputs sorted by exchanges are in order
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void order(int *a, int *b) {
  if (*a > *b) {
    int t = *a;
    *a = *b;
    *b = t;
  }
}
int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();
  order(&a[0], &a[1]);
  order(&a[1], &a[2]);
  order(&a[0], &a[1]);
  if (!(a[0] <= a[1] && a[1] <= a[2])) reach_error();
  return 0;
}
