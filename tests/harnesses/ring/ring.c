#include "ring.h"
#include <assert.h>

static unsigned char *slot(struct ring *ring, unsigned index) {
  assert(index < RING_SIZE);
  return &ring->data[index];
}

int ring_put(struct ring *ring, unsigned char byte) {
  if (ring->count == RING_SIZE) return 0;
  unsigned tail = ring->head + ring->count;
#ifdef BROKEN
  if (tail > RING_SIZE) tail -= RING_SIZE;
#else
  if (tail >= RING_SIZE) tail -= RING_SIZE;
#endif
  *slot(ring, tail) = byte;
  ring->count++;
  return 1;
}

int ring_get(struct ring *ring, unsigned char *byte) {
  if (ring->count == 0) return 0;
  *byte = *slot(ring, ring->head);
  if (++ring->head == RING_SIZE) ring->head = 0;
  ring->count--;
  return 1;
}
