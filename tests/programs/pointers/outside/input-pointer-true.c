// expect: true bits: both
// a pointer that is an input and equal to one address is no other one
// native: no
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
int x = 1, y = 1;
int *keep = &y;
int main(void) {
  int *p = __VERIFIER_nondet_pointer();
  if (p != &x) return 0;
  *p = 2;
  if (x != 2 || *keep != 1) reach_error();
  return 0;
}
