// expect: unknown bits: both
// a large structure from a function without a body is not taken apart
// native: no
extern void reach_error(void);
struct s {
  long b;
  char c[5000];
};
extern struct s get(void);
int main(void) {
  long v[2];
  for (int i = 0; i < 2; i++) v[i] = get().b;
  if (v[0] != v[1]) reach_error();
  return 0;
}
