// expect: false bits: both
// only as many as asked for
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
typedef __SIZE_TYPE__ size_t;
extern void *memcpy(void *, const void *, size_t);
int main(void) {
  int a[4] = {1, 2, 3, 4}, b[4] = {0, 0, 0, 0};
  assert(memcpy(b, a, 3 * sizeof(int)) == b);
  assert(b[2] == 3 && b[3] == 4);
  float f = 1.0f;
  unsigned u;
  memcpy(&u, &f, sizeof u);
  assert(u == 0x3f800000u);
  return 0;
}
