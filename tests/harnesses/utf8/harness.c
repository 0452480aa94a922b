// Every character has one spelling: what was decoded is encoded as it was, whatever the bytes.
#include "utf8.h"
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char text[4], again[4];
  uint32_t character;
  for (int i = 0; i < 4; i++) text[i] = __VERIFIER_nondet_uchar();
  size_t length = utf8_decode(&character, text, sizeof text);
  if (length == 0) return 0;
  assert(character <= 0x10ffff);
  assert(utf8_encode(again, character) == length);
  for (size_t i = 0; i < length; i++) assert(again[i] == text[i]);
  return 0;
}
