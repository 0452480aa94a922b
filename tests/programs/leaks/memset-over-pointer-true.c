// expect: true bits: both
// the block is freed before the structure is cleared
// args: --check leaks
// native: no
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static struct {
  int key;
  char *text;
} entry;
int main(void) {
  entry.text = malloc(4);
  entry.key = __VERIFIER_nondet_int();
  if (entry.key < 0) {
    free(entry.text);
    memset(&entry, 0, sizeof entry);
  }
  return 0;
}
