// No text makes the reader look beyond the text's end, and what is valid begins with one of a few characters.
#include "json.h"
#include <assert.h>

extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  char text[5];
  unsigned length = __VERIFIER_nondet_uint();
  __VERIFIER_assume(length <= sizeof text);
  for (unsigned i = 0; i < length; i++) text[i] = __VERIFIER_nondet_char();
  if (json_valid(text, length)) {
    assert(length > 0);
    assert(text[0] != ']' && text[0] != ',');
  }
  return 0;
}
