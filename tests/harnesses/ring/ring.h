#ifndef RING_H
#define RING_H
// A queue of bytes in a circular buffer.
enum { RING_SIZE = 16 };

struct ring {
  unsigned char data[RING_SIZE];
  unsigned head, count;
};

int ring_put(struct ring *ring, unsigned char byte);
int ring_get(struct ring *ring, unsigned char *byte);

#endif
