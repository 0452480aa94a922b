// expect: false bits: 64
// long has eight bytes
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
int main(void) {
  assert(sizeof(int) == 4 && sizeof(long) == 4 && sizeof(void *) == 8 && sizeof(long long) == 8 && sizeof(__SIZE_TYPE__) == 8);
  assert(sizeof(long double) == 16 && sizeof(struct { char c; long long l; }) == 16);
  return 0;
}
