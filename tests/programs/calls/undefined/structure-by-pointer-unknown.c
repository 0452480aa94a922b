// expect: unknown bits: both
// an unknown function that returns a structure returns any structure
// native: no
extern void reach_error(void);
struct s {
  int a;
  long b, c[3];
};
extern struct s (*hook)(void);
int main(void) {
  long v[2];
  for (int i = 0; i < 2; i++) v[i] = hook().b;
  if (v[0] != v[1]) reach_error();
  return 0;
}
