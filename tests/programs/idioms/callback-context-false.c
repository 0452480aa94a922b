// expect: false bits: both
// a callback with a context pointer, and a table of operations in a constant structure
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
typedef int visit(void *context, int value);
struct operations { const char *name; int (*apply)(int, int); };

static int each(const int *values, size_t n, visit *callback, void *context) {
  for (size_t i = 0; i < n; i++)
    if (callback(context, values[i])) return (int)i;
  return -1;
}
struct search { int wanted, seen; };
static int equals(void *context, int value) {
  struct search *s = context;
  s->seen++;
  return value == s->wanted;
}
static int larger(int a, int b) { return a > b ? a : b; }
static int smaller(int a, int b) { return a < b ? a : b; }
static const struct operations operations[] = {{"max", larger}, {"min", smaller}};

int main(void) {
  static const int values[] = {3, 1, 4, 1, 5};
  struct search s = {.wanted = __VERIFIER_nondet_int()};
  int at = each(values, 5, equals, &s);
  assert(at < 0 ? s.seen == 5 : s.seen == at + 1 && values[at] == s.wanted);
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  unsigned which = (unsigned)__VERIFIER_nondet_int() % 2;
  int r = operations[which].apply(x, y);
  assert(r == x || r == y);
  assert(which == 0 || r >= x);
}
