// expect: false bits: both
// the builder does not count the end of the text
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct builder {
  char *text;
  int length, size;
};
static void add(struct builder *b, char c) {
  if (b->length + 1 > b->size) {
    b->size += 2;
    b->text = realloc(b->text, (size_t)b->size);
  }
  b->text[b->length++] = c;
  b->text[b->length] = 0;
}
int main(void) {
  struct builder b = {NULL, 0, 0};
  for (int i = 0; i < 4 && __VERIFIER_nondet_int(); i++) add(&b, 'x');
  free(b.text);
  return 0;
}
