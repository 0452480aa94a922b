// expect: false bits: both
// one more byte is another address
extern void reach_error(void);
typedef __UINTPTR_TYPE__ uintptr;
int main(void) {
  int x = 7;
  uintptr n = (uintptr)&x;
  if (!(n != 0 && n % sizeof(int) == 0)) reach_error();
  n += 1;
  if (!((int *)n == &x)) reach_error();
  *(int *)(n & ~(uintptr)1) = 8;
  if (!(x == 8)) reach_error();
  return 0;
}
