// expect: true bits: both
// memset with a length that is an input fills that much
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
typedef __SIZE_TYPE__ size_t;
extern void *memset(void *, int, size_t);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned char b[8] = {0};
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 7) return 0;
  memset(b, 7, n);
  assert(b[0] == 7 && b[n - 1] == 7 && b[n] == 0);
  return 0;
}
