// expect: true bits: both
// bit-fields of a long long, and one that starts a new unit
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
struct b { unsigned long long a : 40, b : 20; unsigned : 0; unsigned c : 9; _Bool d : 1; };
int main(void) {
  struct b b = {0};
  b.a = 0xfffffffffffULL;
  b.b = 0x12345;
  b.c = 511;
  b.d = 4;
  assert(b.a == 0xffffffffffULL && b.b == 0x12345 && b.c == 511 && b.d == 1);
  return 0;
}
