#include "tokens.h"
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

size_t next_word(char *word, size_t size) {
  size_t length = 0;
  int c = getchar();
  while (c != EOF && isspace(c)) c = getchar();
  while (c != EOF && !isspace(c)) {
#ifdef BROKEN
    if (length < size) word[length++] = c;
#else
    if (length + 1 < size) word[length++] = c;
#endif
    c = getchar();
  }
  assert(length < size);
  word[length] = '\0';
  return length;
}
