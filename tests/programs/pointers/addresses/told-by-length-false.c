// expect: false bits: both
// the bytes of an address say how much memory is set, and what was set says them again
extern void reach_error(void);
void *memset(void *, int, __SIZE_TYPE__);
__SIZE_TYPE__ strlen(const char *);
int x;
char text[300];
int main(void) {
  int *p = &x, *q;
  unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
  for (unsigned i = 0; i < sizeof p; i++) {
    memset(text, 0, sizeof text);
    memset(text, 'a', from[i]);
    to[i] = strlen(text);
  }
  *q = 5;
  if (x == 5) reach_error();
  return 0;
}
