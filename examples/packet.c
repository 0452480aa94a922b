// A packet is a sequence of options: a tag, the length of the data, the data. Tag 0 ends it.
// An option without data may be the last in the packet; nothing of it may be read then.
#include <stddef.h>
#include <string.h>

#define PACKET 12
#define NAME 8

extern unsigned char __VERIFIER_nondet_uchar(void);

struct options {
  unsigned char level;
  char name[NAME];
};

static int parse(struct options *options, const unsigned char *packet, size_t size) {
  size_t at = 0;
  while (at + 2 <= size && packet[at] != 0) {
    unsigned char tag = packet[at], length = packet[at + 1];
    const unsigned char *data = packet + at + 2;
    if (length > size - at - 2) return -1;
    if (tag == 1) options->level = data[0];
    if (tag == 2 && length < NAME) {
      memcpy(options->name, data, length);
      options->name[length] = '\0';
    }
    at += 2 + length;
  }
  return 0;
}

int main(void) {
  struct options options = {0};
  unsigned char packet[PACKET];
  for (size_t i = 0; i < PACKET; i++)
    packet[i] = __VERIFIER_nondet_uchar();
  return parse(&options, packet, PACKET);
}
