#include "utf8.h"

size_t utf8_decode(uint32_t *character, const unsigned char *text, size_t length) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (length == 0) return 0;
  unsigned first = text[0];
  size_t need = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
  if (need == 0 || need > length) return 0;
  uint32_t value = need == 1 ? first : first & (0x7fu >> need);
  for (size_t i = 1; i < need; i++) {
    if ((text[i] & 0xc0) != 0x80) return 0;
    value = value << 6 | (text[i] & 0x3f);
  }
#ifndef BROKEN
  if (value < least[need]) return 0;
#endif
  if (value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return 0;
  *character = value;
  return need;
}

size_t utf8_encode(unsigned char *text, uint32_t character) {
  if (character < 0x80) {
    text[0] = character;
    return 1;
  }
  size_t length = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
  for (size_t i = length; i-- > 1; character >>= 6) text[i] = 0x80 | (character & 0x3f);
  text[0] = (0xf00 >> length & 0xff) | character;
  return length;
}
