// expect: false bits: both
// the cell from before is written in the third iteration
// inputs: 1 1 1 0
// decided: symex
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
int main(void) {
  int *first = malloc(sizeof(int));
  int turns = 0;
  *first = 5;
  while (__VERIFIER_nondet_int()) {
    int *p = malloc(sizeof(int));
    if (turns == 2) p = first;
    *p = turns;
    if (turns < 10) turns++;
  }
  if (*first != 5) reach_error();
  return 0;
}
