// expect: true bits: both
// of wide vectors only the elements that are used have to be initialised
// args: --check ub
// says: nothing
extern int __VERIFIER_nondet_int(void);

typedef unsigned eight __attribute__((vector_size(32)));
int main(void) {
  int x = __VERIFIER_nondet_int();
  eight v;
  unsigned _BitInt(200) n = 1;
  n <<= x & 127;
  v[1] = (unsigned)(n >> 100);
  v[6] = v[1] + 1;
  v *= 2;
  return v[6] == 3 && v[1] == 3;
}
