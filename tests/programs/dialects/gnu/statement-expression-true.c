// expect: true bits: both
// statement expressions, typeof and __auto_type
extern void reach_error(void);
#define MAX(a, b) ({ typeof(a) _a = (a); typeof(b) _b = (b); _a > _b ? _a : _b; })
int main(void) {
  int i = 3, n = MAX(i++, 2);
  __auto_type d = MAX(1.5, 2);
  typeof(int *) p = &n;
  if (!(n == 3 && i == 4 && d == 2.0 && *p == n && sizeof(d) == 8)) reach_error();
  return 0;
}
