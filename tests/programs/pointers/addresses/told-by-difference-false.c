// expect: false bits: both
// the bytes of an address are added to another address, and the difference says them again
extern void reach_error(void);
int x;
char text[256];
static unsigned char copy(unsigned char byte) {
  char *at = text + byte;
  return at - text;
}
int main(void) {
  int *p = &x, *q;
  unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
  for (unsigned i = 0; i < sizeof p; i++) to[i] = copy(from[i]);
  *q = 5;
  if (x == 5) reach_error();
  return 0;
}
