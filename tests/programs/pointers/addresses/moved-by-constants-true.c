// expect: true bits: both
// the same by constants, and the integer is compared as a pointer
// native: no
extern void reach_error(void);
int x, y;
int main(void) {
  unsigned long at = (unsigned long)&x;
  int *p = (int *)at;
  if (p < &y) {
    while (p != &y) {
      at += 4;
      p = (int *)at;
    }
  } else {
    while (p != &y) {
      at -= 4;
      p = (int *)at;
    }
  }
  *p = 5;
  if (y != 5) reach_error();
  return 0;
}
