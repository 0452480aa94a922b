// expect: unknown|false bits: both
// What strcmp returns besides the sign depends on the compiler, the processor and the data model.
#include <string.h>
extern void reach_error(void);
char text[2] = "a";
int main(void) {
  int order = strcmp(text, "c");
  int copy, copied = strcmp(text, "c");
  if (order == -1) reach_error();
  memcpy(&copy, &copied, sizeof copy);
  if (copy != -2) reach_error();
  if (strcmp("a", text) - strcmp("c", text) != -2) reach_error();
}
