// expect: false bits: both
// stack addresses are used again, also where an uninitialised cell was read
// native: no
// decided: symex symexpa eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __UINTPTR_TYPE__ word;
word old;
static int again(int i) {
  int a[4];
  int same = old == (word)a, x = a[i & 3];
  old = (word)a;
  return same && x == a[i & 3];
}
int main(void) {
  int i = __VERIFIER_nondet_int();
  again(i);
  if (again(i)) reach_error();
  return 0;
}
