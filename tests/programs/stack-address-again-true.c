// expect: true bits: both
// an array at the address of one that is gone holds what was written to it
// native: no
// decided: symex symexpa eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __UINTPTR_TYPE__ word;
word old;
static int again(int i, int write) {
  int a[4];
  int same = old == (word)a;
  old = (word)a;
  if (write) a[0] = a[1] = a[2] = a[3] = 5;
  int x = a[i & 3];
  return same && write && x != 5;
}
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (again(i, 0) || again(i, 1) || again(i, 0) || again(i, 1)) reach_error();
  return 0;
}
