// expect: true bits: both
// all elements have room
// args: --check overflow
// native: no
extern int __VERIFIER_nondet_int(void);
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
  int n = __VERIFIER_nondet_int();
  v4 a = {n < 1000 ? n : 0, 1, 2, 3};
  a += 1;
  return a[0] > 0;
}
