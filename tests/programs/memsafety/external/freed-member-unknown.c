// expect: unknown bits: both
// what external memory leads to may be a block that was made elsewhere
// args: --check memory
// native: no
#include <stdlib.h>
struct node {
  int value;
  struct node *next;
};
extern struct node *external;
int main(void) {
  if (external) free(external->next);
  return 0;
}
