// expect: true bits: both
// a cleanup function runs when its variable goes out of scope
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
static int closed;
static void close_it(int *p) { closed += *p; }
int main(void) {
  for (int i = 0; i < 2; i++) {
    int handle __attribute__((cleanup(close_it))) = 10 + i;
    if (i == 1) break;
  }
  assert(closed == 21);
  return 0;
}
