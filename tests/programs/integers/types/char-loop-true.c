// expect: true bits: both
// an unsigned char counts to 255 and wraps
extern void reach_error(void);
int main(void) {
  unsigned char u = 255;
  signed char s = 127;
  int rounds = 0;
  u++;
  s++;
  for (unsigned char c = 1; c; c++) rounds++;
  if (!(u == 0 && s == -128 && rounds == 255)) reach_error();
  return 0;
}
