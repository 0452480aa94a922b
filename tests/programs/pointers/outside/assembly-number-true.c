// expect: true bits: both
// an empty text leaves the address that goes in: the variable that it is of is known
// native: no
extern void abort(void);
void reach_error(void) { abort(); }
int x, y;
int main(void) {
  unsigned long u;
  __asm__ volatile("" : "=r"(u) : "0"(&y));
  *(int *)u = 5;
  if (x == 5 || y != 5) reach_error();
  return 0;
}
