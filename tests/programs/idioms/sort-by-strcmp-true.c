// expect: true bits: both
// qsort and bsearch with a comparison that goes to strcmp through a pointer
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int (*compare)(const char *, const char *) = strcmp;
static int by_name(const void *a, const void *b) { return compare(*(char *const *)a, *(char *const *)b); }

int main(void) {
  const char *names[] = {"pear", "fig", "apple"}, *key = "fig";
  qsort(names, 3, sizeof *names, by_name);
  assert(!strcmp(names[0], "apple"));
  const char **found = bsearch(&key, names, 3, sizeof *names, by_name);
  assert(found == &names[1]);
  return 0;
}
