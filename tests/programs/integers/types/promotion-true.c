// expect: true bits: both
// small integers are promoted to int before arithmetic
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
int main(void) {
  unsigned char a = 200, b = 100;
  signed char c = -1;
  unsigned short s = 65535;
  assert(a + b == 300 && (unsigned char)(a + b) == 44 && ~a == -201);
  assert(c < 0 && s + 1 == 65536 && -s == -65535);
  return 0;
}
