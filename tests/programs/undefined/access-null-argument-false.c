// expect: false bits: both
// a small structure passed by value, through a null pointer
// args: --check ub
// violates: undefined-behaviour
// inputs: 7
// native: address
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a, b;
};
static int take(struct pair x) { return x.a; }
static struct pair object;
int main(void) {
  struct pair *p = __VERIFIER_nondet_int() == 7 ? 0 : &object;
  take(*p);
  return 0;
}
