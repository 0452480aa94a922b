// expect: false bits: both
// the wrong element is expected
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
struct in { short a; int b; };
struct out { char c; struct in in[2]; struct { int deep; } anon; };
int main(void) {
  struct out o[2] = {{'x', {{1, 2}, {3, 4}}, {5}}, {'y', {{6, 7}, {8, 9}}, {10}}};
  int sum = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) sum += o[i].in[j].a * o[i].in[j].b;
  assert(sum == 2 + 12 + 42 + 72 && o[1].anon.deep == 5);
  return 0;
}
