// Reads the header of a message: how long is the text that follows it? A header may say that it is longer than all.
//   clew verify --check assert --entry 'text_length(unsigned char message[n], unsigned n)' examples/header.c
#include <assert.h>

unsigned text_length(const unsigned char *message, unsigned n) {
  if (n < 4 || message[0] != 0x42) return 0;
  unsigned header = message[1], length = message[2] | message[3] << 8;
  assert(header <= n);
  return length <= n - header ? length : 0;
}
