// expect: false bits: both
// the result of a function stored through a null pointer
// args: --check ub
// violates: undefined-behaviour
// inputs: 7
// native: address
extern int __VERIFIER_nondet_int(void);
struct large {
  long words[5];
};
static struct large give(void) {
  struct large x = {{1, 2}};
  return x;
}
static struct large object;
int main(void) {
  struct large *p = __VERIFIER_nondet_int() == 7 ? 0 : &object;
  *p = give();
  return 0;
}
