// expect: false bits: both
// a string with its length before it, in one block
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct string {
  size_t length;
  char text[];
};

static struct string *string_new(const char *from, size_t length) {
  struct string *s = malloc(sizeof *s + length + 1);
  s->length = length;
  memcpy(s->text, from, length);
  s->text[length] = '\0';
  return s;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 5) return 0;
  struct string *s = string_new("hello", n);
  assert(strlen(s->text) == s->length);
  assert(n == 0 || s->text[n - 1] != 'l');
  free(s);
}
