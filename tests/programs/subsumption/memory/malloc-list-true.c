// expect: true bits: both
// the list is as long as the number of rounds
// decided: eager lazy
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
struct node { struct node *next; };
int main(void) {
  struct node *head = 0;
  int n = __VERIFIER_nondet_int(), length = 0;
  if (n < 0 || n > 4) return 0;
  for (int i = 0; i < n; i++) {
    struct node *p = malloc(sizeof *p);
    p->next = head;
    head = p;
  }
  for (; head; head = head->next) length++;
  if (length != n) reach_error();
  return 0;
}
