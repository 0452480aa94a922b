// expect: false bits: both
// the second member is another one for one value of the first
// inputs: 1234
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct two { int a, b; };
static struct two make(int a, int b) {
  struct two t = {a, b};
  if (a == 1234) t.b++;
  return t;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  struct two t = {x, 0};
  for (int i = 1; i < 3; i++) t = make(t.a, i);
  if (t.a != x || t.b != 2) reach_error();
  return 0;
}
