// expect: true bits: both
// Compilers copy a large structure by memcpy, which is the program's own.
// says: if the compiler calls the program's own memcpy only where the program does
// native: no
typedef __SIZE_TYPE__ size;
extern void reach_error(void);
struct large {
  char text[400];
} from, to;
int calls;
void *memcpy(void *to, const void *from, size n) {
  char *target = to;
  const char *source = from;
  calls++;
  while (n--) *target++ = *source++;
  return to;
}
void copy(struct large *a, const struct large *b) { *a = *b; }
int main(void) {
  copy(&to, &from);
  if (calls) reach_error();
}
