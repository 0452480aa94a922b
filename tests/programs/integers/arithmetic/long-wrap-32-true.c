// expect: true bits: 32
// with 32 bits a long wraps at 32 bits
extern void reach_error(void);
int main(void) {
  unsigned long n = 0xffffffffUL;
  n++;
  if (!(n == 0)) reach_error();
  return 0;
}
