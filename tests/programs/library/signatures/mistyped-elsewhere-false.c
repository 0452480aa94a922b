// expect: false bits: both
// a call with other types than the function has does not hide an error that is reached without it
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int abs();
int main(void) {
  if (__VERIFIER_nondet_int() == 3) reach_error();
  return abs(1.5);
}
