// expect: true|unknown bits: both
// byte order there and back again: the C library has both functions, so a run calls them
#include <arpa/inet.h>
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned l = __VERIFIER_nondet_uint();
  assert(l == ntohl(htonl(l)));
  return 0;
}
