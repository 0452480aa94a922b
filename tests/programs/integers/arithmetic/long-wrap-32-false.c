// expect: false bits: 32
// it does not hold 2 to the 32nd
extern void reach_error(void);
int main(void) {
  unsigned long n = 0xffffffffUL;
  n++;
  if (!(n == 0x100000000ULL)) reach_error();
  return 0;
}
