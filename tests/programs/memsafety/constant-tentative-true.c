// expect: true bits: both
// tentative definitions: constants are read, variables and what constants point to are written, also in several files
// args: --check all
// files: parts/tentative.c
// native: no
#include <assert.h>
const int limit;
int *const nowhere;
const char *text;
int count;
extern void step(void);
int main(void) {
  text = "a";
  step();
  assert(limit == 0 && count == 1 && !nowhere && *text == 'a');
  return 0;
}
