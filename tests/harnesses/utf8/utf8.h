#ifndef UTF8_H
#define UTF8_H
// UTF-8 as RFC 3629 has it.
#include <stddef.h>
#include <stdint.h>

// How many bytes the first character of a text has, or 0 if it is none.
size_t utf8_decode(uint32_t *character, const unsigned char *text, size_t length);
size_t utf8_encode(unsigned char *text, uint32_t character);

#endif
