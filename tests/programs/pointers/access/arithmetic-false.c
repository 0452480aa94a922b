// expect: false bits: both
// the difference in bytes is another one
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
int main(void) {
  long a[6] = {0, 10, 20, 30, 40, 50};
  long *p = a + 1, *q = &a[5];
  assert(q - p == 4 && *(q - 2) == 30 && p[2] == 30);
  assert((char *)q - (char *)p == 4 * (int)sizeof(char));
  p += 2;
  --q;
  assert(*p++ == 30 && *p == *q && p == q);
  return 0;
}
