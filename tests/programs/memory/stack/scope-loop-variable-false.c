// expect: false bits: both
// it starts anew
extern void reach_error(void);
int main(void) {
  int total = 0;
  for (int i = 0; i < 3; i++) {
    int n = 0;
    int *p = &n;
    *p += i;
    total += n;
  }
  if (!(total == 4)) reach_error();
  return 0;
}
