// expect: false|unknown bits: both
// a number that a function without a body returns is an address if it is equal to one
// native: no
extern void abort(void);
void reach_error(void) { abort(); }
int x;
unsigned long get(void);
int main(void) {
  unsigned long u = get();
  if (u == (unsigned long)&x) *(int *)u = 5;
  if (x == 5) reach_error();
  return 0;
}
