// expect: true bits: both
// a counter that goes down in steps of two never misses its end
// decided: value cpa
extern void reach_error(void);
int main(void) {
  int d = 40;
  while (d > 0) {
    if (d > 40) reach_error();
    d -= 2;
  }
  if (d != 0) reach_error();
  return 0;
}
