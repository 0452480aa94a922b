// expect: true bits: both
// explicit values wrap in their own width, also with a sign
// decided: value cpa
extern void reach_error(void);
int main(void) {
  unsigned char c = 250;
  signed char s = 120;
  for (int i = 0; i < 6; i++) {
    c += 10;
    s += 3;
  }
  if (c != 54 || s != -118) reach_error();
  return 0;
}
