// expect: false bits: both
// the bound of the sum is too small
extern void reach_error(void);
int main(void) {
  int a[10], sum = 0;
  for (int i = 0; i < 10; i++) a[i] = i * i;
  for (int i = 9; i >= 0; i--) sum += a[i];
  if (!(sum == 284)) reach_error();
  return 0;
}
