// expect: false bits: both
// adding a tenth ten times is not adding one
// decided: symex
extern void reach_error(void);
int main(void) {
  double x = 0;
  int i = 0;
  while (i < 10) {
    x += 0.1;
    i++;
  }
  if (x != 1.0) reach_error();
  return 0;
}
