// expect: true bits: both
// members of an anonymous struct and union are members of the outer struct
extern void reach_error(void);
struct v { int kind; union { int i; unsigned u; struct { short low, high; }; }; };
int main(void) {
  struct v v = {.kind = 1, .i = -1};
  v.low = 0;
  if (!(v.kind == 1 && v.high == -1 && v.u == 0xffff0000u)) reach_error();
  return 0;
}
