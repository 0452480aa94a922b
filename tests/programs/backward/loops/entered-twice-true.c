// expect: true bits: both
// a loop that goto enters at its head a second time
// native: small
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, i = 0, again = 0;
  if (n < 0) return 0;
top:
  while (i < n) {
    i++;
    x++;
  }
  if (x != i) reach_error();
  if (!again) {
    again = 1;
    i = x = 0;
    goto top;
  }
  return 0;
}
