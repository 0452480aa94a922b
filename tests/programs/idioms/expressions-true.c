// expect: true bits: both
// statement expressions, __auto_type, __builtin_choose_expr, typeof, conditionals without a middle
#include <assert.h>
#define MAX(a, b) ({ __auto_type x_ = (a); __auto_type y_ = (b); x_ > y_ ? x_ : y_; })
#define KIND(x) __builtin_choose_expr(__builtin_types_compatible_p(typeof(x), int), 1, 2)
#define NAME(x) _Generic((x), int: 10, double: 20, char *: 30, default: 40)
int main(void) {
  int i = 2, zero = 0;
  typeof(i) copy = i;
  assert(MAX(i++, 3) == 3);
  assert(i == 3 && copy == 2);
  assert(KIND(i) == 1 && KIND(1.0) == 2);
  assert(NAME(i) == 10 && NAME("x") == 30 && NAME(2.f) == 40);
  assert((zero ?: 7) == 7);
  return 0;
}
