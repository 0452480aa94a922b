// expect: false bits: both
// both names of the union are one place
extern void reach_error(void);
struct v { int kind; union { int i; unsigned u; struct { short low, high; }; }; };
int main(void) {
  struct v v = {.kind = 1, .i = -1};
  v.low = 0;
  if (!(v.kind == 1 && v.high == -1 && v.u == 0xffffffffu)) reach_error();
  return 0;
}
