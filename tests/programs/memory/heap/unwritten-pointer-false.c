// expect: false bits: both
// what malloc leaves in a block may be the address of the block itself
// native: no
extern void reach_error(void);
void *malloc(__SIZE_TYPE__);
struct list { struct list *next; int value; };
int main(void) {
  struct list *head = malloc(sizeof *head);
  head->value = 0;
  if (head->next == head) {
    head->next->value = 1;
    if (head->value == 1) reach_error();
  }
  return 0;
}
