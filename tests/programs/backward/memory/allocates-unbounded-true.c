// expect: true bits: both
// a loop without a bound allocates; what was allocated before it stays
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
int main(void) {
  int *first = malloc(sizeof(int));
  int turns = 0;
  *first = 5;
  while (__VERIFIER_nondet_int()) {
    int *p = malloc(sizeof(int));
    *p = turns;
    if (turns < 10) turns++;
  }
  if (*first != 5) reach_error();
  return 0;
}
