// expect: false bits: both
// until something is written to it
extern void __VERIFIER_error(void);
typedef __SIZE_TYPE__ size_t;
extern void *calloc(size_t, size_t);
int main(void) {
  int *a = calloc(100, sizeof *a);
  a[50] = 1;
  for (int i = 0; i < 100; i++) if (!(a[i] == (i == 51))) __VERIFIER_error();
  return 0;
}
