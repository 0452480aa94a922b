// expect: false bits: both
// before the block
// args: --check memory
// violates: valid-deref
// native: no
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct s {
  char *p;
  size_t n;
};
struct d {
  char *a, *b;
};
static struct s none(void) { return (struct s){0, 0}; }
static struct s make(char *p, size_t n) {
  struct s r = {p, n};
  return r;
}
static struct s tail(struct s x, size_t k) {
  if (k > x.n) return none();
  return make(x.p + k, x.n - k);
}
static struct d split(struct s x) {
  struct d r;
  r.a = x.p;
  r.b = x.p + x.n / 2;
  return r;
}
static struct d swap(struct d x) {
  char *t = x.a;
  x.a = x.b;
  x.b = t;
  return x;
}
static struct s kept;
int main(void) {
  char *b = malloc(8);
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 5) return 0;
  struct s x = tail(make(b, 8), 4), *h = malloc(sizeof *h);
  *h = tail(x, k);
  kept = tail(x, 1);
  if (h->p && h->n) {
    h->p[h->n - 1] = 2;
    h->p[-4 - k] = 3;
  }
  struct d y = swap(split(kept));
  y.a[1] = 1;
  y.b[-6] = 2;
  free(b);
  free(h);
  return 0;
}
