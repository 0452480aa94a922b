// expect: true bits: both
// an integer made from a pointer and back points to the same object
extern void reach_error(void);
typedef __UINTPTR_TYPE__ uintptr;
int main(void) {
  int x = 7;
  uintptr n = (uintptr)&x;
  if (!(n != 0 && n % sizeof(int) == 0)) reach_error();
  n += 0;
  if (!((int *)n == &x)) reach_error();
  *(int *)(n & ~(uintptr)1) = 8;
  if (!(x == 8)) reach_error();
  return 0;
}
