// expect: true bits: both
// blocks are made and freed by functions
// native: no
// says: no block of the heap gets the address of one that was freed
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
struct o {
  int v;
};
static struct o *make(void) { return malloc(sizeof(struct o)); }
static void end(struct o *o) { free(o); }
int main(void) {
  struct o *a = make();
  end(a);
  struct o *b = make();
  if (a == b) reach_error();
  end(b);
  return 0;
}
