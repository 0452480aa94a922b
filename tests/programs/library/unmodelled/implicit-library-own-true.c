// expect: true bits: both
// a function that the program defines itself is its own, also where the compiler is asked for the types of others
// native: no
extern void reach_error(void);

int abs(int x) { return 42; }

int main(void) {
  double root = sqrt(16.0);
  if (abs(-1) != 42 || root != 4.0) reach_error();
  return 0;
}
