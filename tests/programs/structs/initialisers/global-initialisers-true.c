// expect: true bits: both
// globals with initialisers that refer to each other
extern void reach_error(void);
int x = 3;
int *p = &x;
int a[4] = {1, [2] = 5};
int *q = &a[2];
struct { int n; int *to; } s = {7, a + 1};
const char *names[] = {"one", "two"};
int main(void) {
  *p = 4;
  if (!(x == 4 && *q == 5 && *s.to == 0 && a[3] == 0 && names[1][0] == 't' && s.n == 7)) reach_error();
  return 0;
}
