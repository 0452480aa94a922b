// expect: false bits: both
// the same, sorted the other way round
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int (*compare)(const char *, const char *) = strcmp;
static int by_name(const void *a, const void *b) { return compare(*(char *const *)a, *(char *const *)b); }

int main(void) {
  const char *names[] = {"pear", "fig", "apple"}, *key = "fig";
  qsort(names, 3, sizeof *names, by_name);
  assert(!strcmp(names[2], "apple"));
  const char **found = bsearch(&key, names, 3, sizeof *names, by_name);
  assert(found == &names[1]);
  return 0;
}
