// expect: true bits: both
// a pointer in a structure that is returned in registers has no object beside it: it is the start of one
// args: --check memory
// native: no
struct node { int a, b; };
struct pair { struct node *p; int n; };
struct node node = {1, 0};
int numbers[3];
struct list { int *p; int n; };
static struct pair make(void) { return (struct pair){&node, 1}; }
static struct list give(void) { return (struct list){numbers, 3}; }
int main(void) {
  struct pair pair = make();
  struct list list = give();
  for (int i = 0; i < list.n; i++) pair.p->b += list.p[i];
  return pair.p->b;
}
