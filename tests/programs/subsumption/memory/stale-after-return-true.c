// expect: true bits: both
// what a frame held is not looked at after its end
// native: no
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int writes(int v) {
  int a[3] = {v, v, v}, k = __VERIFIER_nondet_int() & 1;
  return a[k];
}
static int reads(void) {
  int a[3], k = __VERIFIER_nondet_int() & 1;
  a[0] = a[1] = 4;
  return a[k];
}
int main(void) {
  if (writes(4) != 4) reach_error();
  if (reads() != 4) reach_error();
  return 0;
}
