// expect: true bits: both
// the address behind the end of an array may be formed
// args: --check ub
// native: undefined
static int a[4];
int main(void) {
  int sum = 0, *end = &a[4];
  for (int *p = a; p != end; p++) sum += *p;
  return sum + (&a[4])[-1] + *(a + 4 - 1);
}
