// expect: false bits: both
// a function without a body called through a pointer returns any structure
// native: no
extern void reach_error(void);
struct s {
  int a;
  long b, c[3];
};
extern struct s get(void);
struct s (*pointer)(void) = get;
int main(void) {
  long v[2];
  for (int i = 0; i < 2; i++) {
    struct s result = pointer();
    v[i] = result.b;
  }
  if (v[0] != v[1]) reach_error();
  return 0;
}
