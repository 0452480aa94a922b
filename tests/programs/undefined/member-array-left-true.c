// expect: true bits: both
// pointers that may leave the array they come from: container_of, bytes of objects, unions, flexible members, matrices
// args: --check ub
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct row {
  int length;
  int cells[4];
  char name[8];
  int matrix[2][3];
  int sum;
};
struct text {
  int length;
  char letters[1];
};
union parts {
  int first[2];
  int all[6];
};
static struct row *of_cells(int *cells) { return (struct row *)((char *)cells - offsetof(struct row, cells)); }
static struct row *of_name(char *name) { return (struct row *)(name - offsetof(struct row, name)); }
static int second(const int *p) { return p[1]; }
int main(void) {
  struct row row = {.length = 1};
  union parts parts = {.all = {0}};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  int sum = of_cells(row.cells)->sum + of_name(row.name)->length + *(char *)of_name(row.name);
  int *first = parts.first, *numbers = row.matrix[0], *end = row.cells + 4;
  sum += first[i + 2] + numbers[i + 2] + end[-1 - i];
  const unsigned char *bytes = (const unsigned char *)row.cells;
  for (int k = 0; k < 20; k++) sum += bytes[k];
  for (int *p = row.cells; p != end; p++) sum += *p;
  sum += second(row.cells) + second(&row.length); // no array
  end = &row.sum; // another object
  sum += *end;
  memset(row.name, 0, sizeof row - offsetof(struct row, name));
  struct text *text = malloc(sizeof *text + 8);
  if (!text) return 0;
  char *letters = text->letters;
  letters[i] = 0;
  sum += letters[i];
  free(text);
  return sum > 0;
}
