// expect: unknown bits: both
// with --undefined stop a call of a function without a body cannot be passed
// args: --undefined stop
// native: no
extern int read_sensor(void);
extern void reach_error(void);

int main(void) {
  int r = read_sensor();
  if (r > 3 && r < 2) reach_error();
  return 0;
}
