// expect: true bits: both
// an address as an integer moves until it is that of another object
// native: no
extern void reach_error(void);
int x, y;
int main(void) {
  unsigned long at = (unsigned long)&x;
  long step = (unsigned long)&y > at ? 4 : -4;
  while (at != (unsigned long)&y) at += step;
  *(int *)at = 5;
  if (y != 5) reach_error();
  return 0;
}
