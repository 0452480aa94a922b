// expect: true bits: both
// a long loop of known values
// decided: eager lazy
extern void reach_error(void);
int main(void) {
  int i = 0, x = 0;
  while (i < 1000) {
    i++;
    x += 3;
  }
  if (x > 3000) reach_error();
  return 0;
}
