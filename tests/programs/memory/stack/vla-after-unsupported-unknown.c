// expect: unknown bits: both
// the path ends before the array is made, in the same block; the blocks after it, which use the array, are translated all the same
// native: no
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern int fork(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_int() & 3;
  fork();
  char a[n + 1];
  for (unsigned i = 0; i <= n; i++) a[i] = 1;
  if (a[n] != 1) reach_error();
  return 0;
}
