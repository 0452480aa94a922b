// expect: true bits: both
// a list of blocks of alloca that a loop makes is used before the function returns
// args: --check memory
// native: no
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int n;
};
static int sum(int n) {
  struct node *list = 0;
  for (int i = 0; i < n; i++) {
    struct node *q = alloca(sizeof *q);
    q->next = list;
    q->n = i;
    list = q;
  }
  int sum = 0;
  for (; list; list = list->next) sum += list->n;
  return sum;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  return sum(n);
}
