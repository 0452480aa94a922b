// expect: false bits: both
// a structure passed by value from an address that is no multiple of its alignment
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
struct large {
  long words[5];
};
static int take(struct large x) { return x.words[2] != 0; }
static _Alignas(16) char bytes[96];
int main(void) {
  struct large *p = (struct large *)(bytes + (__VERIFIER_nondet_int() == 7 ? 2 : 32));
  take(*p);
  return 0;
}
