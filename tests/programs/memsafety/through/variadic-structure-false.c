// expect: false bits: both
// a pointer in a structure that is passed
// args: --check memory
// violates: valid-deref
// native: no
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct two {
  char *p;
  int n;
};
static void fill(char *to, va_list l) {
  char *s = va_arg(l, char *);
  int n = va_arg(l, int);
  for (int i = 0; i < n; i++) to[i] = s[i];
  struct two t = va_arg(l, struct two);
  t.p[t.n] = 1;
}
static void each(char *to, ...) {
  va_list l, m;
  va_start(l, to);
  va_copy(m, l);
  va_arg(m, char *)[1] = 2;
  fill(to, l);
  va_end(l);
  va_end(m);
}
int main(void) {
  char *a = malloc(8), b[4];
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 2) return 0;
  a[4] = a[6] = a[7] = 0;
  each(b, a + 4, k, (struct two){a + 2, k == 1 ? 6 : 5});
  each(b + 1, b, 1, (struct two){b, 3});
  return b[3];
}
