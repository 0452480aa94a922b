// expect: true bits: both
// each call of a function without a body has its own result
// native: no
extern void reach_error(void);
extern unsigned read_sensor(void);
int main(void) {
  unsigned a = read_sensor() % 8, b = read_sensor() % 8;
  if (!(a + b <= 14)) reach_error();
  return 0;
}
