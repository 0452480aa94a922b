// expect: false bits: both
// the local is changed twice
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
static void down(int depth, int *outer) {
  int mine = depth;
  if (depth > 0) {
    down(depth - 1, &mine);
    *outer += mine;
  } else {
    *outer += 1;
  }
}
int main(void) {
  int result = 0;
  down(3, &result);
  assert(result == 6);
  return 0;
}
