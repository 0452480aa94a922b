// expect: true bits: both
// structs of floats and doubles travel in floating-point registers
extern void reach_error(void);
struct f2 { float x, y; };
struct d2 { double x, y; };
struct f3 { float x, y, z; };
static struct d2 widen(struct f2 f, struct f3 g) {
  struct d2 d = {f.x * g.z, f.y + g.x};
  return d;
}
int main(void) {
  struct f2 f = {1.5f, 2.5f};
  struct f3 g = {0.25f, 7, 4};
  struct d2 d = widen(f, g);
  if (!(d.x == 6.0 && d.y == 2.75)) reach_error();
  return 0;
}
