// expect: true bits: both
// the loop writes its own cell
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
int main(void) {
  int *a = malloc(sizeof *a), *b = malloc(sizeof *b), n = __VERIFIER_nondet_int();
  *a = *b = 0;
  if (n < 0 || n > 3) return 0;
  for (int i = 0; i < n; i++) *b += 1;
  if (*a != 0) reach_error();
  return 0;
}
