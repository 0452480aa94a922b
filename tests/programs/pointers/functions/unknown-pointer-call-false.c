// expect: false bits: both
// an error before it is still found
// native: no
extern void reach_error(void);
typedef void function(void);
extern function *__VERIFIER_nondet_pointer(void);
int main(void) {
  function *f = __VERIFIER_nondet_pointer();
  reach_error();
  f();
  if (!(1 || f)) reach_error();
  return 0;
}
