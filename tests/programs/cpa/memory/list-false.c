// expect: false bits: both
// a list of two nodes, the second of which was made on one path only
// inputs: 1
// decided: value cpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
struct node {
  int value;
  struct node *next;
};
int main(void) {
  struct node *a = malloc(sizeof *a);
  if (!a) return 0;
  a->value = 3;
  a->next = 0;
  if (__VERIFIER_nondet_int()) {
    struct node *b = malloc(sizeof *b);
    if (!b) return 0;
    b->value = 6;
    b->next = a;
    a = b;
  }
  int s = 0;
  for (struct node *n = a; n; n = n->next) s += n->value;
  if (s == 9) reach_error();
  return 0;
}
