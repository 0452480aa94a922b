extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void set(int *p, int v) { *p = v; }
int main(void) {
  int a[5] = {0}, flag;
  set(&flag, 1);
  int i = 0;
  while (__VERIFIER_nondet_int()) { /*@head*/
    a[i] = 7;
    if (i < 4) i++;
    set(&flag, 2 - flag + 0 * i);
    if (a[2] != 0 && a[2] != 7) reach_error();
  }
  if (flag != 1) reach_error();
  return 0;
}
