extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned x = 0, y = 0;
again:
  /*@head*/ if (y != 2 * x) reach_error();
  x++;
  y += 2;
  if (__VERIFIER_nondet_int()) goto again;
  if (y != 2 * x) reach_error();
  return 0;
}
