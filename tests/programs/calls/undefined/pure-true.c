// expect: true bits: both
// a function without a body returns anything and changes nothing, unless told otherwise
// native: no
extern int read_sensor(void);
extern void calibrate(int *values, int n);
extern void reach_error(void);
int limit = 10;

int main(void) {
  int values[2] = {1, 2}, r = read_sensor();
  calibrate(values, 2);
  if (r > limit) r = limit;
  if (r > 10 || values[0] != 1) reach_error();
  return 0;
}
