// expect: true bits: both
// vectors that are initialised element by element, and used where they are
// args: --check ub
extern int __VERIFIER_nondet_int(void);

typedef unsigned ints __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));
int main(void) {
  int x = __VERIFIER_nondet_int(), k = x & 3;
  ints v, w, some;
  v[0] = 1;
  v[1] = v[2] = v[3] = 0;
  if (v[2] == 7) return 1;
  for (int i = 0; i < 4; i++) w[i] = i; // at a variable index
  if (w[k] != (unsigned)k) return 2;
  some[1] = x & 7;
  ints sum = some * 2 + 1, mixed = __builtin_shufflevector(some, v, 1, 4, 1, 5), less = some < v;
  floats f = __builtin_convertvector(v, floats), chosen = k ? f : -f;
  if (sum[1] > 15 || mixed[2] > 7 || less[1] == 1 || chosen[3] > 0) return 3;
  return 0;
}
