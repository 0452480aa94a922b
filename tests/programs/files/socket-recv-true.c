// expect: true bits: both
// at most as much as there is room for; what is left over is told by the count
// args: --check memory
#include <sys/types.h>

int socket(int domain, int type, int protocol);
ssize_t recv(int file, void *block, size_t n, int flags);

int main(void) {
  char text[4];
  int s = socket(2, 1, 0);
  if (s < 0) return 0;
  long n = recv(s, text, sizeof text, 0);
  return n > 0 ? text[n - 1] : 0;
}
