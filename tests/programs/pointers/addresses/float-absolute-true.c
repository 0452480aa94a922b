// expect: true bits: both
// an address that is read as a float goes through functions that leave it as it is
extern void reach_error(void);
int x;
#if __SIZEOF_POINTER__ == 8
typedef double number;
#define WITHOUT_SIGN(n) __builtin_copysign(__builtin_fabs(n), 1.0)
#else
typedef float number;
#define WITHOUT_SIGN(n) __builtin_copysignf(__builtin_fabsf(n), 1.0f)
#endif
int main(void) {
  union { int *p; number n; } from, to;
  from.p = &x;
  to.n = WITHOUT_SIGN(from.n);
  *to.p = 5;
  if (x != 5) reach_error();
  return 0;
}
