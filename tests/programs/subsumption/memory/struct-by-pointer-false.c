// expect: false bits: both
// it changes the other one when it is full
// inputs: 2
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct box { int used, sealed; };
static void put(struct box *b, int n) {
  for (int i = 0; i < n; i++) {
    if (b->used == 3) { b->sealed = 1; return; };
    b->used++;
  }
}
int main(void) {
  struct box a = {0, 0}, b = {0, 0};
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 2) return 0;
  put(&a, n);
  put(&b, n);
  put(&a, n);
  if (a.sealed || b.sealed) reach_error();
  return 0;
}
