// expect: true bits: both
// the number is not the address of x where it is used
// native: no
extern void abort(void);
void reach_error(void) { abort(); }
int x, y;
unsigned long get(void);
int main(void) {
  unsigned long u = get();
  if (u == (unsigned long)&y) *(int *)u = 5;
  if (x == 5) reach_error();
  return 0;
}
