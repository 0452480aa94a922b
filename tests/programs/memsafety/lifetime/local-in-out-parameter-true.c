// expect: true bits: both
// the caller gets the address of what it gave
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
static void choose(int n, int *fallback, int **out) { *out = n ? fallback : fallback + 1; }
int main(void) {
  int a[2] = {1, 2}, *p;
  choose(__VERIFIER_nondet_int(), a, &p);
  return *p;
}
