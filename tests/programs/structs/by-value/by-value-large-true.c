// expect: true bits: both
// a large struct is passed in memory and returned through memory
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
struct large { int v[20]; };
static struct large fill(struct large l, int from) {
  for (int i = 0; i < 20; i++) l.v[i] += from + i;
  return l;
}
int main(void) {
  struct large z = {{0}};
  z.v[19] = 100;
  struct large l = fill(z, 5);
  int sum = 0;
  for (int i = 0; i < 20; i++) sum += l.v[i];
  assert(sum == 20 * 5 + 190 + 100 + 0 && z.v[0] == 0);
  return 0;
}
