// expect: false bits: both
// the object that such a pointer is the start of is a constant
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
struct node { int a, b; };
struct pair { struct node *p; int n; };
static const struct node constant = {1, 2};
struct node node;
static struct pair make(struct node *p) { return (struct pair){p, 1}; }
int main(void) {
  struct pair pair = make(__VERIFIER_nondet_int() ? (struct node *)&constant : &node);
  pair.p->b = 3;
  return 0;
}
