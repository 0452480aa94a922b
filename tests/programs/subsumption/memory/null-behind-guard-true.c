// expect: true bits: both
// the null pointer is never followed
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 3, c = __VERIFIER_nondet_int(), *p = 0;
  if (c > 0) p = &x;
  if (c > 0 && p) x = 4;
  if (c > 0) {
    if (*p != 4) reach_error();
  } else if (p) reach_error();
  return 0;
}
