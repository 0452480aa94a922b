// expect: false bits: both
// fields made from different inputs need not agree
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
struct s { int a, b; };
int main(void) {
  struct s s;
  s.a = __VERIFIER_nondet_int();
  s.b = __VERIFIER_nondet_int();
  struct s t = s;
  if (!(t.a == t.b)) __VERIFIER_error();
  return 0;
}
