// expect: true bits: both
// The sign of what strcmp and its like return is known, however it is looked at.
#include <string.h>
#include <stdlib.h>
#include <strings.h>
extern void reach_error(void);
static char text[2] = "a";
static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
int main(void) {
  char *words[] = {"c", text, "b"};
  qsort(words, 3, sizeof *words, compare);
  if (words[0] != text || words[2][0] != 'c') reach_error();
  int order = strcmp(text, "c"), other = order;
  if (order >= 0 || -other <= 0) reach_error();
  switch (strcasecmp("A", text)) {
  case 0: break;
  default: reach_error();
  }
  if (memcmp("b", text, 1) < 1 || strncmp(text, "b", 0)) reach_error();
}
