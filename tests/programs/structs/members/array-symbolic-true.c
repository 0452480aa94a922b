// expect: true bits: both
// an array of structs with a symbolic index
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);
struct s { short key; int value; };
int main(void) {
  struct s t[3] = {{1, 10}, {2, 20}, {3, 30}};
  unsigned i = __VERIFIER_nondet_uint() % 3;
  t[i].value = 99;
  assert(t[i].key == (int)i + 1 && t[i].value == 99 && t[(i + 1) % 3].value != 99);
  return 0;
}
