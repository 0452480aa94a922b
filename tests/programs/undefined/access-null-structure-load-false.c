// expect: false bits: both
// a structure read through a null pointer
// args: --check ub
// violates: undefined-behaviour
// inputs: 7
// native: address
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a, b;
};
static struct pair object;
int main(void) {
  struct pair *p = __VERIFIER_nondet_int() == 7 ? 0 : &object;
  struct pair x = *p;
  if (x.b) return 1;
  return 0;
}
