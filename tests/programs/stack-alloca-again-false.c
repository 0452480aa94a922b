// expect: false bits: both
// memory from alloca holds nothing of what an earlier call wrote there
// native: no
// decided: symex symexpa eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int use(int n, int i, int write) {
  char *p = __builtin_alloca(n);
  if (write)
    for (int k = 0; k < n; k++) p[k] = 3;
  return p[i];
}
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2) return 0;
  if (use(3, i, 1) == 3 && use(3, i, 0) != 3) reach_error();
  return 0;
}
