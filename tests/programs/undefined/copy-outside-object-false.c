// expect: false bits: both
// behind the object there may be the destination: the read outside is the error, not that they overlap
// args: --check memory,ub
// violates: valid-deref
extern int __VERIFIER_nondet_int(void);
struct big {
  int a;
  char c[68];
  long long d;
};
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 3) return 0;
  struct big array[3] = {0}, *p = array, copy;
  copy = p[k];
  return copy.c[5];
}
