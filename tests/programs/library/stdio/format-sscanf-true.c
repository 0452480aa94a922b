// expect: true bits: both
// sscanf reads integers and words
extern void reach_error(void);
extern int sscanf(const char *, const char *, ...);
int main(void) {
  int a = 0, b = 0;
  char w[8];
  if (!(sscanf("12 -7 word", "%d %d %7s", &a, &b, w) == 3 && a == 12 && b == -7 && w[3] == 'd' && w[4] == 0)) reach_error();
  if (!(sscanf("x", "%d", &a) == 0 && a == 12)) reach_error();
  return 0;
}
