// What was encoded is decoded again.
#include "base64.h"
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

enum { LENGTH = 4 };

int main(void) {
  char data[LENGTH], text[8], again[LENGTH + 2];
  for (int i = 0; i < LENGTH; i++) data[i] = __VERIFIER_nondet_char();
  size_t length = base64_encode(text, data, LENGTH);
  assert(length == sizeof text);
  int decoded = base64_decode(again, text, length);
  assert(decoded == LENGTH);
  for (int i = 0; i < LENGTH; i++) assert(again[i] == data[i]);
  return 0;
}
