// expect: false bits: both
// what a pointer in a variable that no file defines leads to is memory with the contents of the counterexample
// native: no
#include <assert.h>

struct device {
  int state;
  struct device *parent;
};

extern int *counter;
extern struct device *device;

int main(void) {
  if (!counter || !device || !device->parent) return 0;
  if (*counter == 17 && device->parent->state == 5) assert(0);
  return 0;
}
