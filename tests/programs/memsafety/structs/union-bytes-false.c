// expect: false bits: both
// the union has eight bytes, and the ninth is read
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
union number {
  long long n;
  int half[2];
};
int main(void) {
  union number u = {.n = __VERIFIER_nondet_int()};
  const unsigned char *p = (const unsigned char *)&u;
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 8) return 0;
  return p[i];
}
