// expect: false bits: both
// a structure copied to an address that is no multiple of its alignment
// args: --check ub
// violates: undefined-behaviour
// native: no
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a, b;
};
static _Alignas(16) char bytes[96];
int main(void) {
  struct pair *p = (struct pair *)(bytes + (__VERIFIER_nondet_int() == 7 ? 2 : 32));
  *p = (struct pair){1, 2};
  return 0;
}
