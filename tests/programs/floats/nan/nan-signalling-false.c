// expect: false bits: both
// a variable may hold a signalling NaN
// native: no
extern void reach_error(void);

int main(void) {
  volatile float x = __builtin_nansf("1");
  if (__builtin_issignaling(x)) reach_error();
  return 0;
}
