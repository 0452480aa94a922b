// expect: false bits: both
// the second entry subtracts
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int (*const table[])(int, int) = {add, sub, mul};
int main(void) {
  int r = 10;
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++) r = table[i](r, 3);
  assert(r == 39 && table[1] != add);
  return 0;
}
