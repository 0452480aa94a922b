// expect: true bits: both
// puts through a pointer gets texts that end.
// args: --check memory
// native: no
#include <stdio.h>
static int print(int (*to)(const char *), const char *text) { return to(text); }
int main(void) {
  char word[3] = {'n', 'o'};
  print(puts, "yes");
  print(puts, word);
}
