// expect: false bits: both
// the bytes of an address go through the indices of a table
extern void reach_error(void);
unsigned char same[256];
int x = 1;
int main(void) {
  for (int i = 0; i < 256; i++) same[i] = i;
  int *p = &x, *q;
  unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
  for (unsigned i = 0; i < sizeof p; i++) to[i] = same[from[i]];
  *q = 2;
  if (x == 2) reach_error();
  return 0;
}
