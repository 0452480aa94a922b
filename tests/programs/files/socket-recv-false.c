// expect: false bits: both
// what arrives may end without a zero
// args: --check memory
// violates: valid-deref
// native: no
#include <string.h>
#include <sys/types.h>

int socket(int domain, int type, int protocol);
ssize_t recv(int file, void *block, size_t n, int flags);

int main(void) {
  char text[4];
  int s = socket(2, 1, 0);
  if (s < 0) return 0;
  if (recv(s, text, sizeof text, 0) != sizeof text) return 0;
  return strlen(text) > 2;
}
