// expect: true bits: both
// both entries of the loop keep the parity
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), odd = 0, i = 0;
  if (n < 0 || n > 5) return 0;
  if (__VERIFIER_nondet_int()) { i = 1; odd = 1; goto middle; }
top:
  if (i >= n) goto end;
  i++;
  odd = !odd;
middle:
  if (i < n) { i++; odd = !odd; goto top; }
end:
  if (odd != (i & 1)) reach_error();
  return 0;
}
