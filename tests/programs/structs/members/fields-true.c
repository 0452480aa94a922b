// expect: true bits: both
// fields of a struct keep their own values
extern void reach_error(void);
struct point { int x, y; char tag; };
int main(void) {
  struct point p = {1, 2, 'a'};
  p.y += p.x;
  if (!(p.x == 1 && p.y == 3 && p.tag == 'a')) reach_error();
  return 0;
}
