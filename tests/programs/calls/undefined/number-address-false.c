// expect: false|unknown bits: both
// the number that a function without a body returns may be the address that it got
// native: no
extern void abort(void);
void reach_error(void) { abort(); }
unsigned long handle_of(int *);
int main(void) {
  int x = 0;
  unsigned long u = handle_of(&x);
  *(int *)u = 5;
  if (x == 5) reach_error();
  return 0;
}
