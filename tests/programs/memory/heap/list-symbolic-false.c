// expect: false bits: both
// it may be empty
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t);
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
  struct node *list = 0;
  int n = 0, m = 0;
  while (n < 4 && __VERIFIER_nondet_int()) {
    struct node *x = malloc(sizeof *x);
    x->next = list;
    list = x;
    n++;
  }
  for (; list; list = list->next) m++;
  assert(m == n && m > 0);
  return 0;
}
