// expect: true bits: both
// library functions that are called before they are declared have the types that the compiler knows
// native: no
extern void reach_error(void);

static double half(double x) { return x / 2; }

int main(void) {
  double root = sqrt(16.0);
  char *s = malloc(4);
  if (!s) return 0;
  memcpy(s, "abc", 4);
  if (root != 4.0 || half(root) != 2.0 || strlen(s) != 3) reach_error();
  return 0;
}
