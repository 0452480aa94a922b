// expect: true bits: both
// floats that lie beside pointers are added: the pointers have nothing to do with each other
extern void reach_error(void);
struct near { double weight; struct near *next; int n; };
struct far { double weight; struct far *next; int n; };
static double sum(struct near *a, struct far *b) { return a->weight + b->weight; }
int main(void) {
  struct near a = {1, 0, 3}, c = {2, &a, 4};
  struct far b = {4, 0, 5}, d = {8, &b, 6};
  double all = sum(c.next, d.next) + sum(&c, &d);
  c.next->n++;
  if (all != 15 || b.n != 5 || a.n != 4) reach_error();
  return 0;
}
