// expect: false|unknown bits: both
// what a parameter of the entry function points to may point to itself
// entry: f
// native: no
extern void reach_error(void);
struct node { struct node *next; int n; };
void f(struct node *p) {
  p->n = 1;
  p->next->n = 2;
  if (p->n == 2) reach_error();
}
