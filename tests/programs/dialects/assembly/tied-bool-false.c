// expect: false bits: both
// an empty text leaves a _Bool in its register as it was
extern void reach_error(void);
int main(void) {
  _Bool b = 1, c = 0;
  __asm__ volatile("" : "+r"(b));
  __asm__ volatile("" : "+r"(c));
  if (b && !c) reach_error();
  return 0;
}
