// expect: true bits: both
// __builtin_choose_expr, __builtin_types_compatible_p, _Generic, __builtin_expect, __builtin_constant_p
extern void __VERIFIER_error(void);
#define KIND(x) _Generic((x), int: 1, double: 2, char *: 3, default: 4)
int main(void) {
  char s[2];
  if (!(KIND(1) == 1 && KIND(1.0) == 2 && KIND(s) == 3 && KIND(1u) == 4)) __VERIFIER_error();
  if (!(__builtin_choose_expr(1, 5, "x") == 5 && __builtin_types_compatible_p(int, signed) && __builtin_expect(7, 1) == 7)) __VERIFIER_error();
  _Static_assert(sizeof(s) == 2, "size");
  return 0;
}
