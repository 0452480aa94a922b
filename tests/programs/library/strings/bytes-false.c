// expect: false bits: 64
// the order of bytes of the network
#define _GNU_SOURCE
#include <assert.h>
#include <arpa/inet.h>

int main(void) {
  assert(htonl(1) == 1);
  return 0;
}
