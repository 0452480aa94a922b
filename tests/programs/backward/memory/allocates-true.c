// expect: true bits: both
// every iteration allocates a cell and forgets the last one
// decided: symex
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
int main(void) {
  int *last = 0, i = 0, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  while (i < n) {
    int *p = malloc(sizeof(int));
    *p = i;
    last = p;
    i++;
  }
  if (last && *last != n - 1) reach_error();
  return 0;
}
