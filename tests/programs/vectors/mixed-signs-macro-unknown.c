// expect: unknown bits: both
// operations that a macro puts into one line: which of them an instruction belongs to is not clear
// args: --check ub
#define BOTH(a, b) (a), (b)
typedef int signed_vector __attribute__((vector_size(16)));
typedef unsigned unsigned_vector __attribute__((vector_size(16)));
int main(void) {
  unsigned_vector u = {2000000000u, 1, 2, 3};
  signed_vector s = {5, 1, 2, 3};
  BOTH(s = s + s,
       u = u + u);
  return u[1] + s[1] == 0;
}
