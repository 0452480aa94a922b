#include "base64.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static unsigned byte(char c) {
#ifdef BROKEN
  return c;
#else
  return (unsigned char)c;
#endif
}

size_t base64_encode(char *to, const char *from, size_t length) {
  size_t out = 0;
  for (size_t i = 0; i < length; i += 3) {
    unsigned block = byte(from[i]) << 16;
    if (i + 1 < length) block |= byte(from[i + 1]) << 8;
    if (i + 2 < length) block |= byte(from[i + 2]);
    to[out++] = digits[block >> 18 & 63];
    to[out++] = digits[block >> 12 & 63];
    to[out++] = i + 1 < length ? digits[block >> 6 & 63] : '=';
    to[out++] = i + 2 < length ? digits[block & 63] : '=';
  }
  return out;
}

static int digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

int base64_decode(char *to, const char *from, size_t length) {
  unsigned block = 0, bits = 0;
  int out = 0;
  for (size_t i = 0; i < length && from[i] != '='; i++) {
    int value = digit(from[i]);
    if (value < 0) return -1;
    block = block << 6 | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    to[out++] = block >> bits;
  }
  return out;
}
