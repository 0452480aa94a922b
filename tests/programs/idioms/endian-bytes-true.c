// expect: true bits: 64
// numbers from bytes in the network's order, and the machine's own
#include <arpa/inet.h>
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

static uint32_t get32(const uint8_t *p) { return (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3]; }

int main(void) {
  uint32_t x = __VERIFIER_nondet_uint(), network = htonl(x);
  uint8_t bytes[4];
  memcpy(bytes, &network, sizeof bytes);
  assert(get32(bytes) == x);
  assert(ntohs(htons((uint16_t)x)) == (uint16_t)x);
  assert(bytes[0] == x >> 24);
}
