// expect: true bits: both
// all bytes of the union may be read, whichever member was written
// args: --check memory
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
  if (i < 0 || i > 7) return 0;
  return p[i];
}
