// expect: true|unknown bits: 64
// a new cell is never an old one
// args: --timeout 5
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
int main(void) {
  int *kept = malloc(sizeof *kept);
  *kept = 1;
  while (__VERIFIER_nondet_int()) {
    int *p = malloc(sizeof *p);
    *p = 2;
    if (*kept != 1) reach_error();
  }
  return 0;
}
