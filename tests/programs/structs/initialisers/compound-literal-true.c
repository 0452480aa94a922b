// expect: true bits: both
// compound literals of arrays and structs are objects
extern void __VERIFIER_error(void);
struct p { int x, y; };
static int sum(const int *a, int n) {
  int s = 0;
  while (n--) s += *a++;
  return s;
}
static int area(struct p p) { return p.x * p.y; }
int main(void) {
  int *a = (int[]){1, 2, 3};
  a[0] = 7;
  struct p *p = &(struct p){.y = 4};
  p->x = 5;
  if (!(sum(a, 3) == 12 && area(*p) == 20 && area((struct p){2, 3}) == 6)) __VERIFIER_error();
  return 0;
}
