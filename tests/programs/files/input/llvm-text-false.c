// expect: false bits: both
// it means what the C program meant
// via: ll
extern void reach_error(void);
struct s { short a; long b; };
static long f(struct s *s) { return s->a - s->b; }
int main(void) {
  struct s s = {7, 9};
  if (!(f(&s) == 2)) reach_error();
  return 0;
}
