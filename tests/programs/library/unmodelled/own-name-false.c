// expect: false bits: both
// functions of the program by names that the C library has too, and that have no model
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void listen(int *x) { *x = *x == 7 ? 1 : 2; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  listen(&x);
  if (x != 2) reach_error();
  return 0;
}
