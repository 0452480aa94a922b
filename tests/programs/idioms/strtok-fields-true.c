// expect: true bits: both
// strtok and strtok_r cut a line into fields; empty ones are not seen
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char line[] = "a=1;;b=22;c", *rest;
  if (__VERIFIER_nondet_int()) line[8] = ';';
  int fields = 0, values = 0;
  for (char *field = strtok_r(line, ";", &rest); field; field = strtok_r(NULL, ";", &rest)) {
    fields++;
    if (strchr(field, '=')) values++;
  }
  assert(fields == 3 && values == 2);
  char text[] = " one  two ";
  assert(strcmp(strtok(text, " "), "one") == 0);
  assert(strcmp(strtok(NULL, " "), "two") == 0);
  assert(strtok(NULL, " ") == NULL);
}
