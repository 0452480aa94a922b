// expect: true bits: both
// a loop that allocates: what it counts is what it has
// decided: symexpa
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
struct node { struct node *next; int number; };
int main(void) {
  struct node *head = 0;
  int n = 0, m = __VERIFIER_nondet_int();
  if (m < 0 || m > 4) return 0;
  for (int i = 0; i < m; i++) {
    struct node *p = malloc(sizeof *p);
    if (!p) return 0;
    p->next = head;
    p->number = n;
    head = p;
    n += 1;
  }
  while (head) {
    n--;
    if (head->number != n) reach_error();
    head = head->next;
  }
  if (n != 0) reach_error();
  return 0;
}
