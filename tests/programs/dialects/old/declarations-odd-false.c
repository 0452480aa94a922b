// expect: false bits: both
// the element is another one
extern void reach_error(void);
static int a[3] = {1, 2, 3}, b[3] = {4, 5, 6};
static int (*first(void))[3] { return &a; }
static int (*second(void))[3] { return &b; }
int main(void) {
  int (*(*table[2])(void))[3] = {first, second};
  int n = (*table[1]())[2], m = (*(*table)())[0];
  if (!(n == 3 && m == 1)) reach_error();
  return 0;
}
