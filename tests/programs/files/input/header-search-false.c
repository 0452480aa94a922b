// expect: false bits: both
// its constant is another one
// flags: -Iparts
#include "answer.h"
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
int main(void) {
  assert(answer() == ANSWER + 1);
  return 0;
}
