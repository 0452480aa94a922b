// expect: false bits: both
// the pointer is not null, and what it points to is bad
// inputs: 3
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 3, c = __VERIFIER_nondet_int(), *p = 0;
  if (c > 0) p = &x;
  if (c > 5 && p) x = 4;
  if (c > 0) {
    if (*p != 4) reach_error();
  } else if (p) reach_error();
  return 0;
}
