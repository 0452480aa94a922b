// expect: false|unknown bits: 64
// assembly may leave the address of a variable in a number
// native: no
extern void abort(void);
void reach_error(void) { abort(); }
int x;
int main(void) {
  unsigned long u;
  __asm__ volatile("rdrand %0" : "=r"(u));
  if (u == (unsigned long)&x) *(int *)u = 5;
  if (x == 5) reach_error();
  return 0;
}
