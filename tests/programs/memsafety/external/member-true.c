// expect: true bits: both
// pointers in external memory that the program does not write lead to memory, along a list too
// args: --check memory,ub
// says: external pointers that are not null lead to objects
struct node {
  int value;
  struct node *next;
};
extern struct node *list;
int main(void) {
  int all = 0;
  int left = 2;
  for (struct node *node = list; node && left > 0; node = node->next, left--) {
    all |= node->value;
    node->value = 1;
  }
  return all == 7;
}
