// expect: true bits: both
// an arbitrary string in a buffer is shorter than the buffer
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
typedef __SIZE_TYPE__ size_t;
extern size_t strlen(const char *);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char b[4];
  for (int i = 0; i < 3; i++) b[i] = __VERIFIER_nondet_char();
  b[3] = 0;
  assert(strlen(b) < 4);
  return 0;
}
