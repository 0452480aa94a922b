// expect: false bits: both
// the callee's copy has four elements, and the fifth is read
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
struct vector {
  int at[4];
};
static int get(struct vector v, unsigned i) { return v.at[i > 4 ? 4 : i]; }
int main(void) {
  struct vector v = {{1, 2, 3, 4}};
  return get(v, (unsigned)__VERIFIER_nondet_int());
}
