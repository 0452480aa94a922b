// expect: true bits: both
// a pointer walks over an array in a structure of the heap, and is read behind its end: inside
// args: --check ub
#include <stdlib.h>
struct row {
  int length;
  int cells[4];
  int sum;
};
int main(void) {
  struct row *row = calloc(1, sizeof *row);
  if (!row) return 0;
  int *p = row->cells, *end = p + 3, sum = 0;
  do sum += *p;
  while (p++ != end);
  free(row);
  return sum;
}
