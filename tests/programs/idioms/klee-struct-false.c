// expect: false bits: both
// a report of an error is one
// inputs: 0 0 2 0 15 0 0 0 15 0 0 0
#include <stddef.h>
void klee_make_symbolic(void *address, size_t bytes, const char *name);
void klee_assume(unsigned long condition);
void klee_report_error(const char *file, int line, const char *message, const char *suffix);

struct packet {
  unsigned char kind;
  unsigned short length;
  int payload[2];
};

int main(void) {
  struct packet p;
  klee_make_symbolic(&p, sizeof p, "packet");
  klee_assume(p.length <= 2);
  int sum = 0;
  for (int i = 0; i < p.length; i++) sum += p.payload[i] & 15;
  if (sum > 29) klee_report_error(__FILE__, __LINE__, "too much", "sum");
  return 0;
}
