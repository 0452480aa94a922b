// expect: false bits: both
// one round writes the cell of the round before
// inputs: 4
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
int main(void) {
  int *last = 0, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  for (int i = 0; i < n; i++) {
    int *p = malloc(sizeof *p);
    *p = i;
    if (last) {
      *(i == 3 ? last : p) = i;
      if (*last != i - 1) reach_error();
    }
    last = p;
  }
  return 0;
}
