// expect: false bits: both
// puts through a pointer reads its text, too.
// args: --check memory
// native: no
// violates: valid-deref
#include <stdio.h>
static int print(int (*to)(const char *), const char *text) { return to(text); }
int main(void) {
  char word[2] = {'n', 'o'};
  print(puts, "yes");
  print(puts, word);
}
