// expect: true bits: both
// a double counts in step with an integer
// decided: symex
extern void reach_error(void);
int main(void) {
  double x = 0;
  int i = 0;
  while (i < 10) {
    x += 1.0;
    i++;
  }
  if (x != 10.0) reach_error();
  return 0;
}
