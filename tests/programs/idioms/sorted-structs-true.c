// expect: true bits: both
// qsort and bsearch on structures, by a member
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct entry { const char *name; int value; };

static int by_name(const void *a, const void *b) { return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name); }
static int by_value(const void *a, const void *b) {
  int x = ((const struct entry *)a)->value, y = ((const struct entry *)b)->value;
  return (x > y) - (x < y);
}

int main(void) {
  struct entry table[] = {{"pear", 1}, {"apple", __VERIFIER_nondet_int()}, {"fig", 3}};
  qsort(table, 3, sizeof *table, by_name);
  struct entry key = {.name = "fig"}, *found = bsearch(&key, table, 3, sizeof *table, by_name);
  assert(found == &table[1] && found->value == 3);
  key.name = "kiwi";
  assert(!bsearch(&key, table, 3, sizeof *table, by_name));
  qsort(table, 3, sizeof *table, by_value);
  assert(table[0].value <= table[1].value && table[1].value <= table[2].value);
  assert(table[2].value >= 3);
}
