// expect: true bits: both
// the index is clamped to the last element of the copy
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
struct vector {
  int at[4];
};
static int get(struct vector v, unsigned i) { return v.at[i > 3 ? 3 : i]; }
int main(void) {
  struct vector v = {{1, 2, 3, 4}};
  return get(v, (unsigned)__VERIFIER_nondet_int());
}
