// expect: true bits: both
// a linked list on the heap, built, reversed and summed
extern void reach_error(void);
typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t);
extern void free(void *);
struct node { int v; struct node *next; };
int main(void) {
  struct node *list = 0, *r = 0;
  for (int i = 0; i < 5; i++) {
    struct node *n = malloc(sizeof *n);
    n->v = i;
    n->next = list;
    list = n;
  }
  while (list) {
    struct node *n = list;
    list = n->next;
    n->next = r;
    r = n;
  }
  int sum = 0;
  for (struct node *n = r; n; n = n->next) sum += n->v;
  if (!(r->v == 0 && sum == 10)) reach_error();
  while (r) {
    struct node *n = r->next;
    free(r);
    r = n;
  }
  return 0;
}
