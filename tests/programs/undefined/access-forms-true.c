// expect: true bits: both
// every form of an access through pointers that are not null
// args: --check ub
// native: undefined
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a, b;
};
struct large {
  long words[5];
};
struct bits {
  int narrow : 3, wide : 9;
};
typedef int four __attribute__((vector_size(16)));
static int number;
static struct pair pair;
static struct large large;
static _Complex double complex;
static _Atomic int atomic;
static struct bits bits;
static four vector;
static int take(struct pair x) { return x.a; }
static int take_large(struct large x) { return x.words[2] != 0; }
static struct large give(void) {
  struct large x = {{1, 2}};
  return x;
}
static int one(void) { return 1; }
static int two(void) { return 2; }
static void all(int *n, struct pair *p, struct large *l, _Complex double *c, _Atomic int *a, struct bits *b, four *v) {
  ++*n;
  *n += 2;
  p->b++;
  *p = (struct pair){1, 2};
  take(*p);
  take_large(*l);
  *l = give();
  *c = *c + 1;
  __imag__ *c = 2;
  *a += 1;
  __atomic_fetch_add(n, 1, __ATOMIC_SEQ_CST);
  __sync_bool_compare_and_swap(n, 0, 1);
  b->wide++;
  *v = *v + 1;
  (*v)[1] = 3;
}
int main(void) {
  int (*f)(void) = __VERIFIER_nondet_int() ? one : two;
  all(&number, &pair, &large, &complex, &atomic, &bits, &vector);
  return f() > 2;
}
