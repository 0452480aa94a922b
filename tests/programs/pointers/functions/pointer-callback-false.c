// expect: false bits: both
// the callback runs for every element
extern void __VERIFIER_error(void);
typedef void visit(int value, void *context);
static void each(const int *a, int n, visit *v, void *context) {
  for (int i = 0; i < n; i++) v(a[i], context);
}
static void add(int value, void *context) { *(int *)context += value; }
static void both(const int *a, int n, visit *v, void *context) { each(a, n, v, context), each(a, n, v, context); }
int main(void) {
  int a[] = {1, 2, 3}, sum = 0;
  both(a, 3, add, &sum);
  if (!(sum == 6)) __VERIFIER_error();
  return 0;
}
