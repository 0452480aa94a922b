// expect: false bits: both
// a switch into the middle of a loop
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void copy(char *to, const char *from, int count) {
  int n = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { *to++ = *from++;
  case 3:      *to++ = *from++;
  case 2:      *to++ = *from++;
  case 1:      *to++ = *from++;
          } while (--n > 0);
  }
}

int main(void) {
  char from[8] = "abcdefg", to[12] = "";
  int count = __VERIFIER_nondet_int();
  if (count < 0 || count > 7) return 0;
  copy(to, from, count);
  for (int i = 0; i < 8; i++) assert(to[i] == (i < count ? from[i] : '\0'));
}
