// expect: true bits: both
// something is taken only if there is something
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
struct stack {
  int *items, *top;
};
static void push(struct stack *s, int x) { *s->top++ = x; }
static int pop(struct stack *s) { return s->top > s->items ? *--s->top : 0; }
int main(void) {
  int items[4], last = 0;
  struct stack s = {items, items};
  for (int i = 0; i < 4; i++) {
    int n = __VERIFIER_nondet_int();
    if (n > 0) push(&s, n);
    else last = pop(&s);
  }
  return last > 0;
}
