// expect: true bits: both
// a list whose last node has a null pointer
// args: --check ub
// native: memory
#include <stdlib.h>
struct n {
  int v;
  struct n *next;
};
extern int __VERIFIER_nondet_int(void);
int main(void) {
  struct n *h = 0;
  for (int i = 0; i < 3; i++) {
    struct n *m = malloc(sizeof *m);
    m->v = i;
    m->next = h;
    h = m;
  }
  int s = 0;
  for (struct n *p = h; p; p = p->next) s += p->v;
  if (s != 3) return 1;
  while (h) {
    struct n *m = h->next;
    free(h);
    h = m;
  }
  return 0;
}
