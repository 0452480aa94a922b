// expect: true bits: both
// signed and unsigned vectors of one width in one function: only unsigned ones wrap around
// args: --check ub
typedef int signed_vector __attribute__((vector_size(16)));
typedef unsigned unsigned_vector __attribute__((vector_size(16)));
int main(void) {
  unsigned_vector u = {2000000000u, 1, 2, 3};
  u = u + u;
  signed_vector s = {5, 1, 2, 3};
  s += (signed_vector){1, 1, 1, 1};
  u *= 3;
  s = s * 2;
  return u[1] + s[1] == 0;
}
