// expect: false bits: both
// its result may be anything
// native: no
extern int read_sensor(void);
extern void reach_error(void);

int main(void) {
  if (read_sensor() == 42) reach_error();
  return 0;
}
