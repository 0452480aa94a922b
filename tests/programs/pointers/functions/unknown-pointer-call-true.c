// expect: true bits: both
// a call through a pointer that came from outside: assumed to change nothing, and said so
// native: no
extern void reach_error(void);
typedef void function(void);
extern function *__VERIFIER_nondet_pointer(void);
int main(void) {
  function *f = __VERIFIER_nondet_pointer();
  if (!(1)) reach_error();
  f();
  if (!(1 || f)) reach_error();
  return 0;
}
