// expect: false bits: both
// the two results need not be the same
// native: no
extern void reach_error(void);
extern unsigned read_sensor(void);
int main(void) {
  unsigned a = read_sensor() % 8, b = read_sensor() % 8;
  if (!(a == b)) reach_error();
  return 0;
}
