#ifndef BASE64_H
#define BASE64_H
// Base 64 of RFC 4648, with padding.
#include <stddef.h>

size_t base64_encode(char *to, const char *from, size_t length);
int base64_decode(char *to, const char *from, size_t length); // how many bytes, or -1

#endif
