// expect: true bits: both
// one list that expands to an enumeration, names and a switch
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
#define ERRORS X(NONE, "no error") X(IO, "input") X(MEMORY, "memory")
#define X(name, text) ERROR_##name,
enum error { ERRORS ERROR_COUNT };
#undef X
#define X(name, text) #name,
static const char *const names[] = {ERRORS};
#undef X

static const char *message(enum error e) {
  switch (e) {
#define X(name, text) case ERROR_##name: return text;
    ERRORS
#undef X
  default: return NULL;
  }
}

int main(void) {
  int e = __VERIFIER_nondet_int();
  if (e < 0 || e > ERROR_COUNT) return 0;
  assert((message(e) != NULL) == (e < ERROR_COUNT));
  if (e < ERROR_COUNT) assert(strlen(names[e]) >= 2 && strlen(message(e)) >= 5);
}
