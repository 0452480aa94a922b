// expect: true bits: both
// what calloc leaves in a block is no address
extern void reach_error(void);
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
struct list { struct list *next; int value; };
int main(void) {
  struct list *head = calloc(1, sizeof *head);
  head->value = 0;
  if (head->next == head) {
    head->next->value = 1;
    if (head->value == 1) reach_error();
  }
  return 0;
}
