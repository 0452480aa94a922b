// expect: true bits: both
// an access behind the inner array stays in the structure: C forbids it, but it is no access outside of the object
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
struct record {
  int first[2];
  int second[2];
};
int main(void) {
  struct record r = {{1, 2}, {3, 4}};
  int *p = r.first, i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  return p[i];
}
