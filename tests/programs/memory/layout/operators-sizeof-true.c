// expect: true bits: both
// sizeof does not evaluate its operand; alignment and padding
#include <stddef.h>
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
struct s { char c; int n; char d; };
int main(void) {
  int i = 1;
  assert(sizeof(i++) == 4 && i == 1 && sizeof(struct s) == 12 && offsetof(struct s, n) == 4 && offsetof(struct s, d) == 8);
  assert(sizeof(char[3][5]) == 15 && _Alignof(int) == 4 && sizeof 'a' == 4);
  return 0;
}
