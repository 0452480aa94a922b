// expect: true|unknown bits: both
// external pointers that the program moves, and those in external memory, are no numbers that end in no object
// args: --check memory,ub
// entry: f
// native: no
struct node {
  struct node *next;
  int value;
};
int f(struct node *p, const char *text) {
  int sum = 0;
  if (text) text++;
  if (p && p->next) sum = p->next->value & 7;
  return sum + (text && *text == 'x');
}
