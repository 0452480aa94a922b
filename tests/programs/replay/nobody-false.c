// expect: false bits: both
// functions that nobody has may return anything; those of the C library between them return what they return
// native: no
#include <arpa/inet.h>
#include <assert.h>
#include <wchar.h>

extern int read_sensor(int channel);
extern double scale(void);

int main(void) {
  int first = read_sensor(1);
  unsigned long length = wcslen(L"wide");
  int second = read_sensor(2);
  unsigned order = htonl(1);
  if (first == second + 5 && scale() == 2.5) assert(length == 0 && order == 0);
  return 0;
}
