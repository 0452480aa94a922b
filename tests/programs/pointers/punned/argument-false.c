// expect: false bits: 64
// a function that takes an integer is called with a pointer, and the other way round
extern void reach_error(void);
int x[2] = {1, 1};
static void set(int *p) { *p = 0x01020304; }
int main(void) {
  void (*f)(long) = (void (*)(long))set;
  f((long)x + 1);
  if (x[0] == 0x02030401) reach_error();
  return 0;
}
