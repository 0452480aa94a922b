// expect: true bits: both
// a comparison of int and unsigned is made as unsigned
extern void reach_error(void);
int main(void) {
  int minus = -1;
  unsigned one = 1;
  if (!(minus > one)) reach_error();
  if (!((unsigned char)minus == 255 && (signed char)200 == -56 && (short)0x12345 == 0x2345)) reach_error();
  if (!((long long)(unsigned)minus == 4294967295LL && (long long)minus == -1)) reach_error();
  return 0;
}
