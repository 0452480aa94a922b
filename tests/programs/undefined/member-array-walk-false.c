// expect: false bits: both
// a pointer walks over an array in a structure of the heap, and is read behind its end
// args: --check ub
// violates: undefined-behaviour
// native: no
#include <stdlib.h>
struct row {
  int length;
  int cells[4];
  int sum;
};
int main(void) {
  struct row *row = calloc(1, sizeof *row);
  if (!row) return 0;
  int *p = row->cells, *end = p + 4, sum = 0;
  do sum += *p;
  while (p++ != end);
  free(row);
  return sum;
}
