// expect: false bits: both
// what arrives may end without a zero
// args: --check memory
// violates: valid-deref
// native: no
#include <string.h>
#include <sys/socket.h>

int main(void) {
  char text[4];
  int s = socket(AF_INET, SOCK_STREAM, 0);
  if (s < 0) return 0;
  if (recv(s, text, sizeof text, 0) != sizeof text) return 0;
  return strlen(text) > 2;
}
