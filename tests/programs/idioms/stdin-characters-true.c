// expect: true bits: both
// words of the standard input are counted as wc does
// native: no
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int lines = 0, words = 0, characters = 0, in_word = 0, c;
  while (characters < 5 && (c = getchar()) != EOF) {
    characters++;
    if (c == '\n') lines++;
    if (c == ' ' || c == '\n') {
      in_word = 0;
    } else if (!in_word) {
      in_word = 1;
      words++;
    }
  }
  assert(lines + words <= characters);
  assert(words <= 3);
}
