// expect: true bits: both
// the bytes of an int in a union, in little-endian order
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
union u { unsigned int n; unsigned char b[4]; unsigned short h[2]; };
int main(void) {
  union u u;
  u.n = 0x11223344u;
  assert(u.b[0] == 0x44 && u.h[1] == 0x1122);
  u.b[3] = 0xff;
  assert(u.n == 0xff223344u);
  return 0;
}
