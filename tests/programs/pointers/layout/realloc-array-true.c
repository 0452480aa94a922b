// expect: true bits: both
// pointers within an array that grows
// says: nothing
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *v = 0, n = 0, s = 0;
  for (int i = 0; i < 3; i++) {
    v = realloc(v, (n + 1) * sizeof *v);
    v[n++] = i;
  }
  for (int *p = v; p < v + n; p++) s += *p;
  if (s != 3) reach_error();
  free(v);
  return 0;
}
