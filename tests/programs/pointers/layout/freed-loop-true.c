// expect: true bits: both
// blocks that a loop makes and frees
// native: no
// says: no block of the heap gets the address of one that was freed
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *s[3];
  for (int i = 0; i < 3; i++) {
    char *q = malloc(8);
    for (int j = 0; j < i; j++)
      if (s[j] == q) reach_error();
    s[i] = q;
    free(q);
  }
  return 0;
}
