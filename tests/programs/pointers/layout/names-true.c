// expect: true bits: both
// texts in structures that have pointers, too
// says: nothing
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
struct n {
  char name[8];
  struct n *next;
};
static int length(const char *s) {
  const char *p = s;
  while (*p) p++;
  return p - s;
}
int main(void) {
  struct n *a = malloc(sizeof *a);
  strcpy(a->name, "xy");
  a->next = 0;
  if (strcmp(a->name, "xy") || length(a->name) != 2) reach_error();
  free(a);
  return 0;
}
