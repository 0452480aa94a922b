// expect: true bits: 64
// the order of bytes of the network
#define _GNU_SOURCE
#include <assert.h>
#include <arpa/inet.h>

int main(void) {
  unsigned n = 0x01020304;
  assert(htonl(n) == 0x04030201 && ntohl(htonl(n)) == n && htons(0x0102) == 0x0201 && ntohs(0x1234) == 0x3412);
  return 0;
}
