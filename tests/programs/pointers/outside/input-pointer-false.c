// expect: false|unknown bits: both
// a pointer that is an input may be the address that it is compared with
// native: no
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
int x = 1;
int main(void) {
  int *p = __VERIFIER_nondet_pointer();
  if (p != &x) return 0;
  *p = 2;
  if (x == 2) reach_error();
  return 0;
}
