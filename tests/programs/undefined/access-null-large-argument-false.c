// expect: false bits: both
// a large structure passed by value, through a null pointer
// args: --check ub
// violates: undefined-behaviour
// inputs: 7
// native: address
extern int __VERIFIER_nondet_int(void);
struct large {
  long words[5];
};
static int take(struct large x) { return x.words[2] != 0; }
static struct large object;
int main(void) {
  struct large *p = __VERIFIER_nondet_int() == 7 ? 0 : &object;
  take(*p);
  return 0;
}
