// expect: true bits: both
// two structs made from the same input agree in every field
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
struct s { int a, b; };
int main(void) {
  struct s s;
  s.a = __VERIFIER_nondet_int();
  s.b = s.a;
  struct s t = s;
  if (!(t.a == t.b)) __VERIFIER_error();
  return 0;
}
