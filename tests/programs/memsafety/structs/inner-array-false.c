// expect: false bits: both
// the access leaves the structure
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
struct record {
  int first[2];
  int second[2];
};
int main(void) {
  struct record r = {{1, 2}, {3, 4}};
  int *p = r.first, i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  return p[i];
}
