// expect: true bits: 64
// texts of errors and signals are those of the library
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <signal.h>

int main(void) {
  assert(!strcmp(strerror(2), "No such file or directory") && !strcmp(strerror(22), "Invalid argument"));
  assert(!strcmp(strerror(999), "Unknown error 999") && strerror(1) != strerror(2));
  assert(!strcmp(strsignal(11), "Segmentation fault"));
  return 0;
}
